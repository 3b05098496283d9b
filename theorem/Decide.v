(* A board is finite, so whether Black wins can be found by trying every move. The procedure below does that,
   and is proved to answer what Rules.v says. With it no proof of this folder needs classical logic, and small
   positions are decided by computation, in either direction (Examples.v). *)
From Coq Require Import ZArith Bool List Lia.
From Fiveproof Require Import Rules.
Import ListNotations.
Open Scope Z_scope.

(* Two boards are the same if they have the same stones. Functions are never said to be equal. *)
Definition same (b b' : board) := forall s, b s = b' s.

Lemma square_dec (s t : square) : {s = t} + {s <> t}.
Proof. decide equality; apply Z.eq_dec. Qed.

Lemma put_here c s b : put c s b s = Some c.
Proof. unfold put. rewrite !Z.eqb_refl. reflexivity. Qed.

Lemma put_other c s b t : t <> s -> put c s b t = b t.
Proof.
  intros N. unfold put. destruct ((fst t =? fst s) && (snd t =? snd s)) eqn:E; [ | reflexivity ].
  apply andb_true_iff in E. destruct E as [X Y]. apply Z.eqb_eq in X, Y.
  destruct N, s, t. simpl in *. congruence.
Qed.

Lemma same_sym b b' : same b b' -> same b' b.
Proof. intros H s. symmetry. apply H. Qed.

Lemma same_put c s b b' : same b b' -> same (put c s b) (put c s b').
Proof. intros H t. unfold put. rewrite H. reflexivity. Qed.

(* A search through a list that stops at the first answer. *)
Definition some {A} (f : A -> bool) (l : list A) : bool := if find f l then true else false.
Definition every {A} (f : A -> bool) (l : list A) : bool := negb (some (fun x => negb (f x)) l).

Lemma some_spec {A} f (l : list A) : some f l = true <-> exists x, In x l /\ f x = true.
Proof.
  unfold some. destruct (find f l) as [x | ] eqn:F.
  - apply find_some in F. split; [ | reflexivity ]. intros _. exists x. exact F.
  - split; [ discriminate | ]. intros (x & I & T). rewrite (find_none _ _ F x I) in T. discriminate.
Qed.

Lemma every_spec {A} f (l : list A) : every f l = true <-> forall x, In x l -> f x = true.
Proof.
  unfold every. rewrite negb_true_iff. split.
  - intros H x I. destruct (f x) eqn:F; [ reflexivity | ].
    assert (S : some (fun y => negb (f y)) l = true) by (apply some_spec; exists x; rewrite F; auto).
    congruence.
  - intros H. destruct (some (fun x => negb (f x)) l) eqn:S; [ | reflexivity ].
    apply some_spec in S. destruct S as (x & I & F). rewrite (H x I) in F. discriminate.
Qed.

Section Decide.
Variable r : rule.
Variable n : Z.

(* The squares of the board, one by one. *)
Definition coordinates : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).
Definition squares : list square := list_prod coordinates coordinates.

Lemma in_coordinates x : In x coordinates <-> 0 <= x < n.
Proof.
  unfold coordinates. rewrite in_map_iff. split.
  - intros (k & <- & K). apply in_seq in K. lia.
  - intros H. exists (Z.to_nat x). rewrite in_seq. lia.
Qed.

Lemma in_squares s : In s squares <-> on_board n s.
Proof.
  destruct s as [x y]. unfold squares, on_board. simpl. rewrite <- !in_coordinates. apply in_prod_iff.
Qed.

(* The empty squares; how many there are. *)
Definition is_empty (b : board) (s : square) : bool := if b s then false else true.
Definition empties (b : board) : list square := filter (is_empty b) squares.
Definition room (b : board) : nat := length (empties b).

Lemma in_empties b s : In s (empties b) <-> legal n b s.
Proof.
  unfold empties, is_empty, legal. rewrite filter_In, in_squares.
  destruct (b s); intuition discriminate.
Qed.

Lemma filter_shorter {A} (f g : A -> bool) (l : list A) x :
  (forall y, f y = true -> g y = true) -> In x l -> g x = true -> f x = false ->
  (length (filter f l) < length (filter g l))%nat.
Proof.
  intros H I G F.
  assert (Le : forall k : list A, (length (filter f k) <= length (filter g k))%nat).
  { induction k as [ | y k IH]; simpl; [ lia | ].
    destruct (f y) eqn:Fy; [ rewrite (H y Fy) | destruct (g y) ]; simpl; lia. }
  induction l as [ | y l IH]; [ destruct I | ]. simpl. specialize (Le l). destruct I as [-> | I].
  - rewrite F, G. simpl. lia.
  - specialize (IH I). destruct (f y) eqn:Fy; [ rewrite (H y Fy) | destruct (g y) ]; simpl; lia.
Qed.

(* Every move takes an empty square. *)
Lemma room_put c b s : legal n b s -> (room (put c s b) < room b)%nat.
Proof.
  intros [O E]. apply filter_shorter with s.
  - intros t. unfold is_empty. destruct (square_dec t s) as [-> | N].
    + rewrite put_here. discriminate.
    + rewrite put_other by exact N. auto.
  - apply in_squares. exact O.
  - unfold is_empty. rewrite E. reflexivity.
  - unfold is_empty. rewrite put_here. reflexivity.
Qed.

(* Fives, looked for everywhere. *)
Definition is_colour (c c' : colour) : bool :=
  match c, c' with Black, Black => true | White, White => true | _, _ => false end.
Definition is_stone (c : colour) (b : board) (s : square) : bool :=
  if (0 <=? fst s) && (fst s <? n) && (0 <=? snd s) && (snd s <? n)
  then match b s with Some c' => is_colour c c' | None => false end
  else false.
Definition directions : list (Z * Z) := [(1, 0); (0, 1); (1, 1); (1, -1)].
Definition five_from (c : colour) (b : board) (s d : Z * Z) : bool :=
  if every (fun i => is_stone c b (step s d i)) [0; 1; 2; 3; 4] then
    match r with
    | Freestyle => true
    | Standard => if is_stone c b (step s d (-1)) then false else negb (is_stone c b (step s d 5))
    end
  else false.
Definition has_five (c : colour) (b : board) : bool :=
  some (fun s => some (five_from c b s) directions) squares.

Lemma is_stone_spec c b s : is_stone c b s = true <-> stone n c b s.
Proof.
  unfold is_stone, stone, on_board.
  destruct ((0 <=? fst s) && (fst s <? n) && (0 <=? snd s) && (snd s <? n)) eqn:O.
  - rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in O.
    destruct (b s) as [c' | ]; [ destruct c, c' | ]; simpl; intuition (lia || congruence).
  - split; [ discriminate | ]. intros [H _].
    rewrite <- not_true_iff_false, !andb_true_iff, !Z.leb_le, !Z.ltb_lt in O. lia.
Qed.

Lemma is_stone_false c b s : is_stone c b s = false <-> ~ stone n c b s.
Proof. rewrite <- is_stone_spec. destruct (is_stone c b s); intuition discriminate. Qed.

Lemma in_directions d : In d directions <-> direction d.
Proof.
  split.
  - simpl. intros [<- | [<- | [<- | [<- | []]]]]; constructor.
  - intros []; simpl; tauto.
Qed.

Lemma five_from_spec c b s d : five_from c b s d = true <->
  (forall i, 0 <= i < 5 -> stone n c b (step s d i)) /\
  (r = Standard -> ~ stone n c b (step s d (-1)) /\ ~ stone n c b (step s d 5)).
Proof.
  unfold five_from.
  assert (Five : every (fun i => is_stone c b (step s d i)) [0; 1; 2; 3; 4] = true <->
                 forall i, 0 <= i < 5 -> stone n c b (step s d i)).
  { rewrite every_spec. split; intros H i I.
    - apply is_stone_spec, H. assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3 \/ i = 4) by lia. simpl. intuition lia.
    - apply is_stone_spec, H. simpl in I. lia. }
  destruct (every _ _); [ | split; [ discriminate | intros [H _]; apply Five, H ] ].
  assert (H : forall i, 0 <= i < 5 -> stone n c b (step s d i)) by (apply Five; reflexivity).
  rewrite <- !is_stone_false.
  destruct r; [ | destruct (is_stone c b (step s d (-1))), (is_stone c b (step s d 5)) ]; simpl;
    intuition discriminate.
Qed.

Lemma step_0 s d : step s d 0 = s.
Proof. destruct s. unfold step. simpl. f_equal; lia. Qed.

Lemma has_five_spec c b : has_five c b = true <-> five r n c b.
Proof.
  unfold has_five, five. rewrite some_spec. split.
  - intros (s & _ & H). apply some_spec in H. destruct H as (d & D & H).
    exists s, d. split; [ apply in_directions, D | apply five_from_spec, H ].
  - intros (s & d & D & H). exists s. split.
    + apply in_squares. destruct H as [H _]. destruct (H 0) as [O _]; [ lia | ].
      rewrite step_0 in O. exact O.
    + apply some_spec. exists d. split; [ apply in_directions, D | apply five_from_spec, H ].
Qed.

(* What a winning move of Black is; Black wins if he has one. *)
Definition winning_move (b : board) (s : square) :=
  legal n b s /\
  (five r n Black (put Black s b) \/
   (exists t, legal n (put Black s b) t) /\
   forall t, legal n (put Black s b) t ->
     ~ five r n White (put White t (put Black s b)) /\ Wins r n (put White t (put Black s b))).

Lemma wins_by_winning_move b : Wins r n b <-> exists s, winning_move b s.
Proof.
  split.
  - intros [s L F | s L E N V]; exists s; unfold winning_move; auto 7.
  - intros (s & L & [F | (E & V)]); [ apply by_five with s; auto | ].
    apply by_move with s; [ exact L | exact E | | ]; intros t T; apply V; exact T.
Qed.

(* Every move is tried, and after it every reply. *)
Definition wins_by (win : board -> bool) (b : board) (s : square) : bool :=
  let b1 := put Black s b in
  if has_five Black b1 then true else
  match empties b1 with
  | [] => false
  | replies => every (fun t => let b2 := put White t b1 in if has_five White b2 then false else win b2)
                     replies
  end.
Fixpoint wins_in (moves : nat) (b : board) : bool :=
  match moves with O => false | S moves => some (wins_by (wins_in moves) b) (empties b) end.
Definition wins (b : board) : bool := wins_in (room b) b.

Lemma wins_by_spec win k b s :
  (forall b', (room b' <= k)%nat -> win b' = true <-> Wins r n b') -> (room b <= S k)%nat -> legal n b s ->
  wins_by win b s = true <-> winning_move b s.
Proof.
  intros Win K L. unfold wins_by, winning_move.
  destruct (has_five Black (put Black s b)) eqn:F.
  { apply has_five_spec in F. tauto. }
  assert (NF : ~ five r n Black (put Black s b)).
  { intros H. apply has_five_spec in H. congruence. }
  assert (Replies : every (fun t => if has_five White (put White t (put Black s b)) then false
                                    else win (put White t (put Black s b))) (empties (put Black s b)) =
                                    true <->
    forall t, legal n (put Black s b) t ->
      ~ five r n White (put White t (put Black s b)) /\ Wins r n (put White t (put Black s b))).
  { rewrite every_spec. split; intros H t T.
    - specialize (H t (proj2 (in_empties _ _) T)). rewrite <- has_five_spec, <- Win.
      + destruct (has_five White _); intuition discriminate.
      + pose proof (room_put Black b s L). pose proof (room_put White _ t T). lia.
    - apply in_empties in T. specialize (H t T). rewrite <- has_five_spec, <- Win in H.
      + destruct (has_five White _); tauto.
      + pose proof (room_put Black b s L). pose proof (room_put White _ t T). lia. }
  destruct (empties (put Black s b)) as [ | u l] eqn:E.
  - split; [ discriminate | ]. intros [_ [H | [[t T] _]]]; [ destruct (NF H) | ].
    apply in_empties in T. rewrite E in T. destruct T.
  - rewrite Replies. split; [ | tauto ]. intros H. split; [ exact L | ]. right. split; [ | exact H ].
    exists u. apply in_empties. rewrite E. left. reflexivity.
Qed.

Lemma wins_in_spec k : forall b, (room b <= k)%nat -> wins_in k b = true <-> Wins r n b.
Proof.
  induction k as [ | k IH]; intros b K; rewrite wins_by_winning_move.
  - split; [ discriminate | ]. intros (s & L & _). apply in_empties in L. unfold room in K.
    destruct (empties b); [ destruct L | simpl in K; lia ].
  - simpl. rewrite some_spec. split; intros (s & H).
    + destruct H as [I H]. apply in_empties in I. exists s. exact (proj1 (wins_by_spec _ k b s IH K I) H).
    + exists s. destruct (H) as [L _]. split; [ apply in_empties, L | ].
      exact (proj2 (wins_by_spec _ k b s IH K L) H).
Qed.

(* The procedure says what Rules.v says. *)
Theorem wins_spec b : wins b = true <-> Wins r n b.
Proof. apply wins_in_spec. unfold wins. lia. Qed.

Theorem wins_not_spec b : wins b = false <-> ~ Wins r n b.
Proof. rewrite <- wins_spec. destruct (wins b); intuition discriminate. Qed.

Lemma five_decidable c b : {five r n c b} + {~ five r n c b}.
Proof.
  destruct (has_five c b) eqn:F; [ left | right ].
  - apply has_five_spec, F.
  - intros H. apply has_five_spec in H. congruence.
Qed.

Lemma can_move_decidable b : {exists t, legal n b t} + {~ exists t, legal n b t}.
Proof.
  destruct (empties b) as [ | t l] eqn:E; [ right | left ].
  - intros [t T]. apply in_empties in T. rewrite E in T. exact T.
  - exists t. apply in_empties. rewrite E. left. reflexivity.
Qed.

Lemma legal_decidable b t : {legal n b t} + {~ legal n b t}.
Proof.
  destruct (in_dec square_dec t (empties b)) as [I | I]; [ left | right ].
  - apply in_empties, I.
  - intros H. apply I, in_empties, H.
Qed.

(* The first winning move there is; any square if there is none. *)
Definition first_winning_move (b : board) : square :=
  match find (wins_by (wins_in (room b)) b) (empties b) with Some s => s | None => (0, 0) end.

Lemma first_winning_move_wins b : Wins r n b -> winning_move b (first_winning_move b).
Proof.
  intros W. apply wins_by_winning_move in W. destruct W as (s & H).
  assert (Spec : forall t, legal n b t -> wins_by (wins_in (room b)) b t = true <-> winning_move b t).
  { intros t T. apply wins_by_spec with (room b); auto. intros b' K. apply wins_in_spec, K. }
  unfold first_winning_move. destruct (find _ _) as [t | ] eqn:F.
  - apply find_some in F. destruct F as [I F]. apply in_empties in I. apply Spec; assumption.
  - destruct (H) as [L _]. apply Spec in H; [ | exact L ]. apply in_empties in L.
    rewrite (find_none _ _ F s L) in H. discriminate.
Qed.
End Decide.
