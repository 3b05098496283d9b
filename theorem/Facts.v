(* What Rules.v says is what players mean by it. Boards are compared square by square (Decide.same), so that
   neither functional extensionality nor classical logic is used. *)
From Coq Require Import ZArith Bool List Lia.
From Fiveproof Require Import Rules Decide.
Import ListNotations.
Open Scope Z_scope.

Section Facts.
Variable r : rule.
Variable n : Z.

(* 1. Only the stones count: boards with the same stones are won or not together. *)

Lemma stone_same c b b' s : same b b' -> stone n c b s -> stone n c b' s.
Proof. intros H [O E]. split; [ exact O | ]. rewrite <- H. exact E. Qed.

Lemma legal_same b b' s : same b b' -> legal n b s -> legal n b' s.
Proof. intros H [O E]. split; [ exact O | ]. rewrite <- H. exact E. Qed.

Lemma five_same c b b' : same b b' -> five r n c b -> five r n c b'.
Proof.
  intros H (s & d & D & S & O). exists s, d. split; [ exact D | split ].
  - intros i I. apply stone_same with b; auto.
  - intros R. destruct (O R) as [O1 O2].
    split; intros X; [ apply O1 | apply O2 ]; apply stone_same with b'; auto using same_sym.
Qed.

Theorem wins_same b b' : same b b' -> Wins r n b -> Wins r n b'.
Proof.
  intros H W. revert b' H. induction W as [b s L F | b s L [t E] N V IH]; intros b' H;
    assert (P : same (put Black s b) (put Black s b')) by (apply same_put, H).
  - apply by_five with s; [ apply legal_same with b | eapply five_same; [ exact P | ] ]; auto.
  - apply by_move with s.
    + apply legal_same with b; auto.
    + exists t. apply legal_same with (put Black s b); auto.
    + intros u U F. apply (N u).
      * apply legal_same with (put Black s b'); auto using same_sym.
      * eapply five_same; [ | exact F ]. apply same_sym, same_put, P.
    + intros u U. apply IH with u.
      * apply legal_same with (put Black s b'); auto using same_sym.
      * apply same_put, P.
Qed.

(* 2. Black wins if and only if he has a strategy, a function from boards to squares, that beats every
   sequence of replies. *)

(* The position after k rounds: Black follows f, and White's replies are t 0, t 1, ... *)
Fixpoint play (f : board -> square) (t : nat -> square) (b : board) (k : nat) : board :=
  match k with
  | O => b
  | S k => put White (t k) (put Black (f (play f t b k)) (play f t b k))
  end.

(* The position after k rounds, and Black's next stone. *)
Definition after_black (f : board -> square) (t : nat -> square) (b : board) (k : nat) : board :=
  put Black (f (play f t b k)) (play f t b k).

(* Round k goes by the rules, and White makes no five in it. *)
Definition round_played f t b k :=
  legal n (play f t b k) (f (play f t b k)) /\ legal n (after_black f t b k) (t k) /\
  ~ five r n White (play f t b (S k)).

(* After finitely many such rounds Black makes a legal move, and that makes a five, or White does not reply by
   the rules although he can move, which ends the play, too. *)
Definition beats f t b := exists k,
  (forall i, (i < k)%nat -> round_played f t b i) /\
  legal n (play f t b k) (f (play f t b k)) /\
  (five r n Black (after_black f t b k) \/
   (exists u, legal n (after_black f t b k) u) /\ ~ legal n (after_black f t b k) (t k)).

(* The first round, and the rest of the play. *)
Definition first_then (u : square) (t : nat -> square) (k : nat) : square :=
  match k with O => u | S k => t k end.
Definition rest (t : nat -> square) (k : nat) : square := t (S k).

Lemma play_rest f t b k : play f t b (S k) = play f (rest t) (play f t b 1) k.
Proof.
  induction k as [ | k IH]; [ reflexivity | ].
  change (play f t b (S (S k))) with
    (put White (t (S k)) (put Black (f (play f t b (S k))) (play f t b (S k)))).
  rewrite IH. reflexivity.
Qed.

Lemma after_black_rest f t b k : after_black f t b (S k) = after_black f (rest t) (play f t b 1) k.
Proof. unfold after_black. rewrite play_rest. reflexivity. Qed.

Lemma round_played_rest f t b k : round_played f t b (S k) <-> round_played f (rest t) (play f t b 1) k.
Proof.
  unfold round_played. rewrite after_black_rest, (play_rest f t b (S k)), (play_rest f t b k). reflexivity.
Qed.

Lemma strategy_of_win b : Wins r n b -> forall t, beats (first_winning_move r n) t b.
Proof.
  assert (H : forall m b, (room n b <= m)%nat -> Wins r n b -> forall t, beats (first_winning_move r n) t b).
  2: { apply (H (room n b)). lia. }
  clear b. induction m as [ | m IH]; intros b M W t;
    destruct (first_winning_move_wins r n b W) as (L & Move);
    pose proof (room_put n Black b _ L) as Less; [ lia | ].
  set (f := first_winning_move r n) in *.
  destruct Move as [F | (E & V)].
  { exists O. split; [ intros i I; lia | split; [ exact L | left; exact F ] ]. }
  destruct (legal_decidable n (put Black (f b) b) (t O)) as [T | T].
  2: { exists O. split; [ intros i I; lia | split; [ exact L | right; split; [ exact E | exact T ] ] ]. }
  destruct (V (t O) T) as [N W'].
  assert (M' : (room n (play f t b 1) <= m)%nat).
  { pose proof (room_put n White _ (t O) T). simpl. lia. }
  destruct (IH (play f t b 1) M' W' (rest t)) as (k & Rounds & Last & End).
  exists (S k). rewrite (after_black_rest f t b k), (play_rest f t b k).
  split; [ | split; [ exact Last | exact End ] ].
  intros [ | i] I.
  - split; [ exact L | split; [ exact T | exact N ] ].
  - apply round_played_rest, Rounds. lia.
Qed.

Lemma win_of_strategy f b : (forall t, beats f t b) -> Wins r n b.
Proof.
  assert (H : forall m b, (room n b <= m)%nat -> (forall t, beats f t b) -> Wins r n b).
  2: { apply (H (room n b)). lia. }
  clear b. induction m as [ | m IH]; intros b M B.
  { destruct (B (fun _ => (0, 0))) as ([ | k] & Rounds & L & _).
    - pose proof (room_put n Black _ _ L). simpl in *. lia.
    - destruct (Rounds O) as [L' _]; [ lia | ]. pose proof (room_put n Black _ _ L'). simpl in *. lia. }
  assert (L : legal n b (f b)).
  { destruct (B (fun _ => (0, 0))) as ([ | k] & Rounds & L & _); [ exact L | ].
    destruct (Rounds O) as [L' _]; [ lia | exact L' ]. }
  destruct (five_decidable r n Black (put Black (f b) b)) as [F | F].
  { apply by_five with (f b); assumption. }
  (* Against a legal reply a first round is played. *)
  assert (First : forall t, legal n (put Black (f b) b) (t O) -> exists k,
    (forall i, (i < S k)%nat -> round_played f t b i) /\ legal n (play f t b (S k)) (f (play f t b (S k))) /\
    (five r n Black (after_black f t b (S k)) \/
     (exists u, legal n (after_black f t b (S k)) u) /\ ~ legal n (after_black f t b (S k)) (t (S k)))).
  { intros t T. destruct (B t) as ([ | k] & Rounds & Last & End).
    - destruct End as [End | [_ End]]; [ destruct (F End) | destruct (End T) ].
    - exists k. auto. }
  apply by_move with (f b); [ exact L | | | ].
  - destruct (can_move_decidable n (put Black (f b) b)) as [E | E]; [ exact E | ].
    exfalso. destruct (B (fun _ => (0, 0))) as ([ | k] & Rounds & _ & End).
    + destruct End as [End | [End _]]; [ exact (F End) | exact (E End) ].
    + destruct (Rounds O) as (_ & T & _); [ lia | ]. apply E. eexists. exact T.
  - intros u U. destruct (First (fun _ => u) U) as (k & Rounds & _).
    destruct (Rounds O) as (_ & _ & N); [ lia | exact N ].
  - intros u U. apply IH.
    + pose proof (room_put n Black b _ L). pose proof (room_put n White _ u U). lia.
    + intros t. destruct (First (first_then u t) U) as (k & Rounds & Last & End).
      rewrite (play_rest f _ b k) in Last. rewrite (after_black_rest f _ b k) in End.
      exists k. split; [ | split; [ exact Last | exact End ] ].
      intros i I. apply (round_played_rest f (first_then u t) b i), Rounds. lia.
Qed.

Theorem wins_iff_strategy b :
  Wins r n b <-> exists f : board -> square, forall t : nat -> square, beats f t b.
Proof.
  split.
  - intros W. exists (first_winning_move r n). apply strategy_of_win, W.
  - intros [f B]. exact (win_of_strategy f b B).
Qed.

(* 3. Nothing is won on a full board: that is a draw. *)
Theorem full_board_is_no_win b : (forall s, on_board n s -> b s <> None) -> ~ Wins r n b.
Proof. intros Full [s [O E] _ | s [O E] _ _ _]; exact (Full s O E). Qed.

(* 4. A move that White answers by a five does not win, unless it made a five itself. *)
Theorem five_refutes b s t :
  ~ five r n Black (put Black s b) ->
  legal n (put Black s b) t -> five r n White (put White t (put Black s b)) ->
  ~ winning_move r n b s.
Proof. intros N L F (_ & [B | (_ & V)]); [ exact (N B) | exact (proj1 (V t L) F) ]. Qed.

(* Where a colour can make a five, it still can after a stone of the other colour on another square. *)
Definition other (c : colour) : colour := match c with Black => White | White => Black end.

Lemma five_point_stays c b s t :
  b s = None -> s <> t -> five r n c (put c t b) -> five r n c (put c t (put (other c) s b)).
Proof.
  intros E N (x & d & D & S & O).
  assert (There : forall u, stone n c (put c t b) u -> stone n c (put c t (put (other c) s b)) u).
  { intros u [Ou Eu]. split; [ exact Ou | ]. destruct (square_dec u t) as [-> | T]; [ apply put_here | ].
    rewrite put_other in Eu |- * by exact T. rewrite put_other; [ exact Eu | ]. intros ->. congruence. }
  assert (Back : forall u, stone n c (put c t (put (other c) s b)) u -> stone n c (put c t b) u).
  { intros u [Ou Eu]. split; [ exact Ou | ]. destruct (square_dec u t) as [-> | T]; [ apply put_here | ].
    rewrite put_other in Eu |- * by exact T. destruct (square_dec u s) as [-> | U].
    - rewrite put_here in Eu. destruct c; discriminate.
    - rewrite put_other in Eu by exact U. exact Eu. }
  exists x, d. split; [ exact D | split; [ auto | ] ]. intros R. destruct (O R). auto.
Qed.

(* So Black does not win where White threatens to make a five on two squares, and Black can make none at
   once. *)
Theorem two_threats_refute b t u :
  t <> u -> legal n b t -> legal n b u ->
  five r n White (put White t b) -> five r n White (put White u b) ->
  (forall s, legal n b s -> ~ five r n Black (put Black s b)) ->
  ~ Wins r n b.
Proof.
  intros N T U Ft Fu No W. apply wins_by_winning_move in W. destruct W as (s & Win).
  destruct (Win) as [L _]. destruct (L) as [_ E].
  assert (Answer : forall v, s <> v -> legal n b v -> five r n White (put White v b) -> False).
  { intros v Nv [Ov Ev] Fv. apply (five_refutes b s v) in Win; auto.
    - split; [ exact Ov | ]. rewrite put_other; auto.
    - apply (five_point_stays White); auto. }
  destruct (square_dec s t) as [-> | Ns]; [ apply (Answer u) | apply (Answer t) ]; auto.
Qed.

(* 5. Not both colours win. To say it, the colours are exchanged: White, to move, wins on b if Black would win
   where every stone has the other colour. With Black to move, White wins if Black can move, and whatever
   Black plays makes no five and leaves a position that White, to move, wins. (Whose move it is must be the
   same for both: where either colour would make a five, whoever moves wins.) *)
Definition exchanged (b : board) : board := fun s => option_map other (b s).
Definition white_to_move_wins (b : board) := Wins r n (exchanged b).
Definition white_wins_as_second (b : board) :=
  (exists s, legal n b s) /\
  forall s, legal n b s -> ~ five r n Black (put Black s b) /\ white_to_move_wins (put Black s b).

Lemma legal_exchanged b s : legal n (exchanged b) s <-> legal n b s.
Proof. unfold legal, exchanged. destruct (b s); simpl; intuition congruence. Qed.

Lemma stone_exchanged c b s : stone n c (exchanged b) s <-> stone n (other c) b s.
Proof. unfold stone, exchanged. destruct (b s) as [[] | ], c; simpl; intuition congruence. Qed.

Lemma five_exchanged c b : five r n c (exchanged b) <-> five r n (other c) b.
Proof.
  split; intros (s & d & D & S & O); exists s, d; (split; [ exact D | split ]).
  - intros i I. apply stone_exchanged, S, I.
  - intros R. rewrite <- !stone_exchanged. exact (O R).
  - intros i I. apply stone_exchanged, S, I.
  - intros R. rewrite !stone_exchanged. exact (O R).
Qed.

Lemma put_exchanged c s b : same (put c s (exchanged b)) (exchanged (put (other c) s b)).
Proof.
  intros t. unfold exchanged. destruct (square_dec t s) as [-> | N].
  - rewrite !put_here. destruct c; reflexivity.
  - rewrite !put_other by exact N. reflexivity.
Qed.

(* The same for two stones, as White and Black play them. *)
Lemma put_put_exchanged s t b :
  same (put White t (put Black s (exchanged b))) (exchanged (put Black t (put White s b))).
Proof.
  intros u. transitivity (put White t (exchanged (put White s b)) u).
  - apply same_put, (put_exchanged Black s b).
  - apply (put_exchanged White t (put White s b)).
Qed.

Theorem not_both_win b : Wins r n b -> ~ white_wins_as_second b.
Proof.
  intros W. induction W as [b s L F | b s L E N V IH]; intros (_ & Second); destruct (Second s L) as [N5 W'].
  - exact (N5 F).
  - unfold white_to_move_wins in W'. set (b1 := put Black s b) in *.
    remember (exchanged b1) as e eqn:Eq. destruct W' as [t Lt Ft | t Lt [u0 E'] N' V']; subst e;
      apply (proj1 (legal_exchanged _ _)) in Lt; pose proof (put_exchanged Black t b1) as P; simpl in P.
    + apply (N t Lt). apply (proj1 (five_exchanged Black _)), five_same with (put Black t (exchanged b1));
      assumption.
    + assert (Legal : forall u, legal n (put White t b1) u -> legal n (put Black t (exchanged b1)) u).
      { intros u U. apply legal_same with (exchanged (put White t b1)); [ apply same_sym, P | ].
        apply (proj2 (legal_exchanged _ _)), U. }
      apply (IH t Lt). split.
      * exists u0. apply (proj1 (legal_exchanged _ _)). apply legal_same with (put Black t (exchanged b1));
        assumption.
      * intros u U. pose proof (put_put_exchanged t u b1) as Q. split.
        -- intros F. apply (N' u (Legal u U)).
           apply five_same with (exchanged (put Black u (put White t b1))); [ apply same_sym, Q | ].
           apply (proj2 (five_exchanged White _)). exact F.
        -- unfold white_to_move_wins. apply wins_same with (1 := Q), V', Legal, U.
Qed.

(* 6. The eight symmetries of the board change nothing. *)

(* A map of the squares takes lines of five to lines of five, in this order or in the other. *)
Definition keeps_lines (h : square -> square) := forall s d, direction d -> exists s' d', direction d' /\
  ((forall i, h (step s d i) = step s' d' i) \/ (forall i, h (step s d i) = step s' d' (4 - i))).

(* g turns the board, and h turns it back. *)
Record symmetry (g h : square -> square) : Prop := {
  there_and_back : forall s, h (g s) = s;
  back_and_there : forall s, g (h s) = s;
  stays_on_board : forall s, on_board n (h s) <-> on_board n s;
  lines_stay : keeps_lines h
}.

(* The board whose stone on s is that of b on g s. *)
Definition turned (g : square -> square) (b : board) : board := fun s => b (g s).

Lemma stone_turned g h c b s : symmetry g h -> stone n c (turned g b) (h s) <-> stone n c b s.
Proof.
  intros S. unfold stone, turned. rewrite (back_and_there _ _ S), (stays_on_board _ _ S). reflexivity.
Qed.

Lemma legal_turned g h b s : symmetry g h -> legal n (turned g b) (h s) <-> legal n b s.
Proof.
  intros S. unfold legal, turned. rewrite (back_and_there _ _ S), (stays_on_board _ _ S). reflexivity.
Qed.

Lemma put_turned g h c s b : symmetry g h -> same (turned g (put c s b)) (put c (h s) (turned g b)).
Proof.
  intros S t. unfold turned. destruct (square_dec t (h s)) as [-> | N].
  - rewrite (back_and_there _ _ S), !put_here. reflexivity.
  - rewrite !put_other; auto. intros E. apply N. rewrite <- E. symmetry. apply (there_and_back _ _ S).
Qed.

Lemma five_turned g h c b : symmetry g h -> five r n c b -> five r n c (turned g b).
Proof.
  intros S (s & d & D & F & O). destruct (lines_stay _ _ S s d D) as (s' & d' & D' & [M | M]);
    exists s', d'; (split; [ exact D' | split ]).
  - intros i I. rewrite <- M. apply (stone_turned g h), F; auto.
  - intros R. rewrite <- !M, !(stone_turned g h) by exact S. exact (O R).
  - intros i I. replace i with (4 - (4 - i)) by lia. rewrite <- M. apply (stone_turned g h), F; auto. lia.
  - intros R. change (-1) with (4 - 5) at 1. change 5 with (4 - -1) at 2.
    rewrite <- !M, !(stone_turned g h) by exact S. destruct (O R). auto.
Qed.

Lemma five_turned_back g h c b : symmetry g h -> symmetry h g -> five r n c (turned g b) -> five r n c b.
Proof.
  intros S S' F. apply five_same with (turned h (turned g b)).
  - intros s. unfold turned. f_equal. apply (back_and_there _ _ S).
  - apply five_turned with g; assumption.
Qed.

Lemma wins_turned_by g h : symmetry g h -> symmetry h g -> forall b, Wins r n b -> Wins r n (turned g b).
Proof.
  intros S S' b W.
  assert (Onto : forall b s t, legal n (put Black (h s) (turned g b)) t ->
    exists u, t = h u /\ legal n (put Black s b) u).
  { intros b' s t L. exists (g t). rewrite (there_and_back _ _ S). split; [ reflexivity | ].
    apply (legal_turned g h); [ exact S | ]. rewrite (there_and_back _ _ S).
    apply legal_same with (2 := L). apply same_sym, put_turned, S. }
  assert (Two : forall b s t, same (turned g (put White t (put Black s b)))
    (put White (h t) (put Black (h s) (turned g b)))).
  { intros b' s t u. rewrite (put_turned g h White t _ S u). apply same_put, put_turned, S. }
  induction W as [b s L F | b s L [t E] N V IH].
  - apply by_five with (h s); [ apply legal_turned; assumption | ].
    apply five_same with (turned g (put Black s b)); [ apply put_turned, S | ]. apply five_turned with h;
      assumption.
  - apply by_move with (h s).
    + apply legal_turned; assumption.
    + exists (h t). apply legal_same with (turned g (put Black s b)); [ apply put_turned, S | ].
      apply legal_turned; assumption.
    + intros t' T'. destruct (Onto b s t' T') as (u & -> & U). intros F. apply (N u U).
      apply (five_turned_back g h); [ assumption | assumption | ].
      apply five_same with (2 := F). apply same_sym, Two.
    + intros t' T'. destruct (Onto b s t' T') as (u & -> & U). apply wins_same with (1 := Two b s u), IH, U.
Qed.

(* The eight: columns may be counted from the other side, rows too, and then columns and rows be exchanged. *)
Definition turn (columns rows exchange : bool) (s : square) : square :=
  let x := if columns then n - 1 - fst s else fst s in
  let y := if rows then n - 1 - snd s else snd s in
  if exchange then (y, x) else (x, y).
Definition turn_back (columns rows exchange : bool) : square -> square :=
  if exchange then turn rows columns true else turn columns rows false.

Ltac same_square := unfold turn, step; cbn [fst snd]; apply f_equal2; lia.
Ltac line_from s' d' := exists s', d'; split; [ constructor | ].

Lemma turn_keeps_lines x y e : keeps_lines (turn x y e).
Proof.
  intros s d D. destruct x, y, e, D;
    match goal with |- exists s' d', _ /\ ((forall i, ?h (step s ?d i) = _) \/ _) =>
      first
        [ line_from (h s) (1, 0); left; intros i; same_square
        | line_from (h s) (0, 1); left; intros i; same_square
        | line_from (h s) (1, 1); left; intros i; same_square
        | line_from (h s) (1, -1); left; intros i; same_square
        | line_from (h (step s d 4)) (1, 0); right; intros i; same_square
        | line_from (h (step s d 4)) (0, 1); right; intros i; same_square
        | line_from (h (step s d 4)) (1, 1); right; intros i; same_square
        | line_from (h (step s d 4)) (1, -1); right; intros i; same_square ]
    end.
Qed.

Lemma turn_symmetry x y e :
  symmetry (turn x y e) (turn_back x y e) /\ symmetry (turn_back x y e) (turn x y e).
Proof.
  assert (L : keeps_lines (turn_back x y e)) by (unfold turn_back; destruct e; apply turn_keeps_lines).
  split; split; try exact L; try apply turn_keeps_lines; intros [a b]; destruct x, y, e;
    unfold turn_back, turn, on_board; cbn [fst snd]; first [ apply f_equal2; lia | lia ].
Qed.

Theorem wins_turned x y e b : Wins r n (turned (turn x y e) b) <-> Wins r n b.
Proof.
  destruct (turn_symmetry x y e) as [S S']. split; intros W.
  - apply wins_same with (turned (turn_back x y e) (turned (turn x y e) b)).
    + intros s. unfold turned. f_equal. apply (back_and_there _ _ S).
    + apply wins_turned_by with (turn x y e); assumption.
  - apply wins_turned_by with (turn_back x y e); assumption.
Qed.
End Facts.
