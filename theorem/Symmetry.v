(* A position turned or mirrored is won when it is. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker Sound Bits Squares.
From Fiveproof Require Game.
Open Scope uint63_scope.

(* 1. For any map f of the squares, undone by g, that takes windows to windows. *)
Section Turn.
Variable std : bool.
Notation gboard := (Game.board int).
Notation gput := (Game.put int dec).
Notation free := (Game.free int on).
Notation five := (Game.five int window cell (flank std)).
Notation Wins := (Game.Wins int dec on window cell (flank std)).

(* f is one to one on the board; each window is the image, with its flanks, of another. *)
Definition turns (f g : int -> int) : Prop := forall q, on q -> on (f q) /\ g (f q) = q.
Definition windows_back (f g : int -> int) : Prop := forall w, exists w',
  (forall q, cell w' q -> cell w (g q)) /\ (forall q, flank std w' q -> on q -> flank std w (g q)).
Variables f g : int -> int.
Hypothesis fg : turns f g.
Hypothesis gf : turns g f.
Hypothesis forth : windows_back f g.
Hypothesis back : windows_back g f.

(* be' is be, turned; neither has a stone off the board. *)
Definition turned_to (be be' : gboard) : Prop :=
  (forall q, on q -> be' (f q) = be q) /\ (forall q, ~ on q -> be q = None) /\
    (forall q, ~ on q -> be' q = None).

(* The stone on a square of the turned board is that of the square it came from. *)
Lemma turned_back be be' q : turned_to be be' -> on q -> be (g q) = be' q.
Proof. intros (T & _) O. destruct (gf q O) as [Og E]. rewrite <- E at 2. symmetry. apply T. exact Og. Qed.
(* A stone is put on both boards. *)
Lemma turned_put c q be be' : turned_to be be' -> on q -> turned_to (gput c q be) (gput c (f q) be').
Proof.
  intros (T & N & N') O. destruct (fg q O) as [Of E]. split; [ | split ].
  - intros t Ot. destruct (dec t q) as [-> | Nt]; [ rewrite !Game.put_here; reflexivity | ].
    rewrite !Game.put_other; [ auto | auto | ]. intros Ef. apply Nt. destruct (fg t Ot) as [_ Et]. congruence.
  - intros t Nt. rewrite Game.put_other; auto. intros ->. auto.
  - intros t Nt. rewrite Game.put_other; auto. intros ->. auto.
Qed.
(* A five is one on the turned board. *)
Lemma turned_five c be be' : turned_to be be' -> five c be -> five c be'.
Proof.
  intros T (w & C & Fl). destruct (forth w) as (w' & C' & Fl'). exists w'. split.
  - intros q H. rewrite <- (turned_back be be' q T) by (eapply on_cell; eauto). auto.
  - intros q H E. destruct (is_on q) eqn:O.
    + rewrite <- (turned_back be be' q T O) in E. exact (Fl (g q) (Fl' q H O) E).
    + destruct T as (_ & _ & N). rewrite N in E; [ discriminate | ]. unfold on. congruence.
Qed.
(* A five of the turned board is one of the board. *)
Lemma five_back c be be' : turned_to be be' -> five c be' -> five c be.
Proof.
  intros T (w & C & Fl). destruct (back w) as (w' & C' & Fl'). exists w'. split.
  - intros q H. assert (O : on q) by (eapply on_cell; eauto). destruct T as (T & _). rewrite <- (T q O). auto.
  - intros q H E. destruct (is_on q) eqn:O.
    + destruct T as (T & _). rewrite <- (T q O) in E. exact (Fl (f q) (Fl' q H O) E).
    + destruct T as (_ & N & _). rewrite N in E; [ discriminate | ]. unfold on. congruence.
Qed.
(* An empty square is turned to an empty one. *)
Lemma turned_free be be' q : turned_to be be' -> free be q -> free be' (f q).
Proof. intros (T & _) [O E]. split; [ apply (fg q O) | rewrite T; auto ]. Qed.
(* An empty square of the turned board came from one. *)
Lemma free_turned be be' q : turned_to be be' -> free be' q -> free be (g q) /\ f (g q) = q.
Proof.
  intros T [O E]. destruct (gf q O) as [Og F]. split; [ | exact F ]. split; [ exact Og | ].
  rewrite (turned_back be be'); auto.
Qed.
(* What is won stays won when the board is turned. *)
Lemma turned_wins be be' : turned_to be be' -> Wins be -> Wins be'.
Proof.
  intros T W. revert be' T. induction W as [be s F V | be s F E N V IH]; intros be' T.
  - apply Game.by_five with (f s); [ eapply turned_free; eauto | ].
    apply (turned_five A (gput A s be)); auto. apply turned_put; auto. apply F.
  - assert (P : turned_to (gput A s be) (gput A (f s) be')) by (apply turned_put; auto; apply F).
    apply Game.by_move with (f s).
    + eapply turned_free; eauto.
    + destruct E as [t E]. exists (f t). eapply turned_free; eauto.
    + intros t' Ft. destruct (free_turned _ _ _ P Ft) as [Gt Et]. intros Five. apply (N (g t') Gt).
      apply (five_back D _ (gput D t' (gput A (f s) be'))); auto. rewrite <- Et at 2.
      apply turned_put; auto. apply Gt.
    + intros t' Ft. destruct (free_turned _ _ _ P Ft) as [Gt Et]. apply (IH (g t') Gt).
      rewrite <- Et at 2. apply turned_put; auto. apply Gt.
Qed.
(* Many stones are put on both boards. *)
Lemma turned_puts c l : (forall q, In q l -> on q) -> forall be be', turned_to be be' ->
  turned_to (puts c l be) (puts c (map f l) be').
Proof.
  induction l as [ | q l IH]; simpl; intros O be be' T; [ exact T | ]. apply IH; auto. apply turned_put; auto.
Qed.
(* So a position given by lists of stones is won when the lists are turned. *)
Lemma turned_position a d : (forall q, In q (a ++ d) -> on q) -> Wins (position a d) ->
  Wins (position (map f a) (map f d)).
Proof.
  intros O. apply turned_wins. unfold position. apply turned_puts; [ intros; apply O, in_or_app; auto | ].
  apply turned_puts; [ intros; apply O, in_or_app; auto | ]. split; [ | split ]; reflexivity.
Qed.
End Turn.

(* 2. The eight images are such maps. *)
Definition eight : list int := below 8.
(* The image that undoes image s: a quarter turn is undone by the other one. *)
Definition inverse (s : int) : int := if s =? 5 then 6 else if s =? 6 then 5 else s.

(* Only the last three bits of s say which image is meant. *)
Lemma image_eight s q : image s q = image (s land 7) q.
Proof.
  unfold image. assert (H : forall m, 7 land m = m -> s land 7 land m = s land m).
  { intros m H. rewrite <- H at 2. apply word_ext. intros n _. rewrite !land_spec. apply eq_sym, andb_assoc. }
  rewrite !H by reflexivity. reflexivity.
Qed.
(* So there are eight. *)
Lemma in_eight s : In (s land 7) eight.
Proof.
  apply in_below. rewrite land_spec'. change (to_Z 7) with (Z.ones 3). rewrite Z.land_ones by lia.
  apply Z.mod_pos_bound. reflexivity.
Qed.
(* Undoing is undone by the image itself. *)
Lemma inverse_eight s : In s eight -> In (inverse s) eight /\ inverse (inverse s) = s.
Proof.
  assert (H : every eight (fun s => is_in (inverse s) eight && (inverse (inverse s) =? s)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros I. assert (K := every_in _ _ s H I). cbv beta in K.
  rewrite andb_true_iff, is_in_iff, Uint63.eqb_spec in K. exact K.
Qed.
(* An image takes the board to the board, and is undone. *)
Lemma image_turns s : In s eight -> turns (image s) (image (inverse s)).
Proof.
  assert (H : every eight (fun s => every squares (fun q => is_on (image s q) &&
    (image (inverse s) (image s q) =? q))) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros I q O. assert (K := every_in _ _ q (every_in _ _ s H I) (on_squares q O)). cbv beta in K.
  rewrite andb_true_iff, Uint63.eqb_spec in K. exact K.
Qed.
(* The window d, s is the image of the window d', s'; its first square may have become the last. *)
Definition window_image (g : int -> int) (d : direction) (s : int) (d' : direction) (s' : int) : bool :=
  fits d' s' && every (cells d' s') (fun q => is_in (g q) (cells d s)) &&
  every [s' - stride d'; s' + 5 * stride d']
    (fun q => negb (is_on q) || is_in (g q) [s - stride d; s + 5 * stride d]).
(* Each window is the image of one, with its flanks, where these are on the board. *)
Lemma image_windows std s : In s eight -> windows_back std (image s) (image (inverse s)).
Proof.
  assert (H : every eight (fun t => for_squares (fun d s => negb (fits d s) || existsb (fun d' =>
    existsb (window_image (image (inverse t)) d s d') [image t s; image t (s + 4 * stride d)])
      directions)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros I [d q F]. assert (O : on q) by (apply (fits_on d q q F), first_cell).
  assert (K := for_squares_in _ d q (every_in _ _ s H I) O). cbv beta in K. rewrite F in K. simpl negb in K.
  rewrite orb_false_l in K.
  apply existsb_exists in K. destruct K as (d' & _ & K). apply existsb_exists in K.
  destruct K as (q' & _ & K).
  unfold window_image in K. rewrite !andb_true_iff in K. destruct K as [[F' C] Fl].
  exists (Window d' q' F'). unfold cell, flank. simpl along. simpl first. split.
  - intros t Ht. apply is_in_iff. exact (every_in _ _ t C Ht).
  - intros t [S Ht] Ot. split; [ exact S | ]. apply is_in_iff.
    assert (L := every_in _ _ t Fl Ht). cbv beta in L.
    unfold on in Ot. rewrite Ot in L. exact L.
Qed.
(* A position is won when one of its eight images is. *)
Theorem turned std s a d : (forall q, In q (a ++ d) -> on q) ->
  Game.Wins int dec on window cell (flank std) (position a d) ->
  Game.Wins int dec on window cell (flank std) (position (map (image s) a) (map (image s) d)).
Proof.
  intros O W. rewrite !(map_ext (image s) (image (s land 7)) (image_eight s)).
  assert (I := in_eight s). destruct (inverse_eight _ I) as [I' E].
  apply turned_position with (g := image (inverse (s land 7))); auto using image_turns, image_windows.
  - rewrite <- E at 2. apply image_turns. exact I'.
  - rewrite <- E at 2. apply image_windows. exact I'.
Qed.
