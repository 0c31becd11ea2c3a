(** What the statements are made of, and the tactics that prove their steps.

    Sums over ranges of integers (empty when the upper end is below the lower one), real inner
    product spaces, expectations, infima, limits, recurrences. Nothing is assumed here: an inner
    product space and an expectation are what a statement begins with, "for every ...". *)
Require Export Reals ZArith Lra Lia Psatz.
Open Scope R_scope.

Notation real := Rdefinitions.R (only parsing).
Notation int := BinNums.Z (only parsing).
Coercion IZR : Z >-> R.

(** ** Finite sums. *)
Fixpoint nsum (f : nat -> real) (n : nat) : real :=
  match n with O => 0 | S m => nsum f m + f m end.
(** The sum of [f t] over [t = a, ..., b]; it is 0 if [b < a]. *)
Definition Zsum (f : int -> real) (a b : int) : real :=
  nsum (fun k => f (a + Z.of_nat k)%Z) (Z.to_nat (b - a + 1)).

Lemma nsum_ext f g n : (forall k, (k < n)%nat -> f k = g k) -> nsum f n = nsum g n.
Proof. induction n; simpl; intros; auto. rewrite IHn, H; auto. Qed.
Lemma nsum_le f g n : (forall k, (k < n)%nat -> f k <= g k) -> nsum f n <= nsum g n.
Proof.
  induction n; simpl; intros; [lra|].
  assert (nsum f n <= nsum g n) by (apply IHn; intros; apply H; lia).
  assert (f n <= g n) by (apply H; lia). lra.
Qed.
Lemma Zsum_ext f g a b : (forall k, (a <= k <= b)%Z -> f k = g k) -> Zsum f a b = Zsum g a b.
Proof. intros; apply nsum_ext; intros; apply H; lia. Qed.
Lemma Zsum_le f g a b : (forall k, (a <= k <= b)%Z -> f k <= g k) -> Zsum f a b <= Zsum g a b.
Proof. intros; apply nsum_le; intros; apply H; lia. Qed.
Lemma Zsum_plus f g a b : Zsum (fun k => f k + g k) a b = Zsum f a b + Zsum g a b.
Proof. unfold Zsum; induction (Z.to_nat (b - a + 1)); simpl; [ring|]. rewrite IHn; ring. Qed.
Lemma Zsum_scal c f a b : Zsum (fun k => c * f k) a b = c * Zsum f a b.
Proof. unfold Zsum; induction (Z.to_nat (b - a + 1)); simpl; [ring|]. rewrite IHn; ring. Qed.
Lemma Zsum_opp f a b : Zsum (fun k => - f k) a b = - Zsum f a b.
Proof. unfold Zsum; induction (Z.to_nat (b - a + 1)); simpl; [ring|]. rewrite IHn; ring. Qed.
Lemma Zsum_minus f g a b : Zsum (fun k => f k - g k) a b = Zsum f a b - Zsum g a b.
Proof. unfold Zsum; induction (Z.to_nat (b - a + 1)); simpl; [ring|]. rewrite IHn; ring. Qed.
Lemma Zsum_zero a b : Zsum (fun _ => 0) a b = 0.
Proof. unfold Zsum; induction (Z.to_nat (b - a + 1)); simpl; [ring|]. rewrite IHn; ring. Qed.
Lemma Zsum_nonneg f a b : (forall k, (a <= k <= b)%Z -> 0 <= f k) -> 0 <= Zsum f a b.
Proof. intros; rewrite <- (Zsum_zero a b); apply Zsum_le; auto. Qed.
Lemma Zsum_le0 f a b : (forall k, (a <= k <= b)%Z -> f k <= 0) -> Zsum f a b <= 0.
Proof. intros; rewrite <- (Zsum_zero a b); apply Zsum_le; auto. Qed.
Lemma Zsum_eq0 f a b : (forall k, (a <= k <= b)%Z -> f k = 0) -> Zsum f a b = 0.
Proof. intros; rewrite <- (Zsum_zero a b); apply Zsum_ext; auto. Qed.
Lemma Zsum_empty f a b : (b < a)%Z -> Zsum f a b = 0.
Proof. intros; unfold Zsum. replace (Z.to_nat (b - a + 1)) with O by lia. reflexivity. Qed.
Lemma Zsum_last f a b : (a <= b + 1)%Z -> Zsum f a (b + 1) = Zsum f a b + f (b + 1)%Z.
Proof.
  intros; unfold Zsum. replace (Z.to_nat (b + 1 - a + 1)) with (S (Z.to_nat (b - a + 1))) by lia.
  simpl. f_equal. f_equal. lia.
Qed.
Lemma nsum_first f n : nsum f (S n) = f O + nsum (fun k => f (S k)) n.
Proof. induction n; simpl in *; [ring|]. rewrite IHn. ring. Qed.
Lemma Zsum_first f a b : (a <= b)%Z -> Zsum f a b = f a + Zsum f (a + 1) b.
Proof.
  intros; unfold Zsum. replace (Z.to_nat (b - a + 1)) with (S (Z.to_nat (b - (a + 1) + 1))) by lia.
  rewrite nsum_first. f_equal. f_equal; lia. apply nsum_ext; intros. f_equal; lia.
Qed.
Lemma Zsum_pos f a b : (a <= b)%Z -> (forall k, (a <= k <= b)%Z -> 0 < f k) -> 0 < Zsum f a b.
Proof.
  intros L H. rewrite Zsum_first by lia. assert (0 < f a) by (apply H; lia).
  assert (0 <= Zsum f (a + 1) b) by (apply Zsum_nonneg; intros; apply Rlt_le, H; lia). lra.
Qed.
Lemma Zsum_shift f g m a b a' b' : (forall k, f k = g (k + m)%Z) -> a' = (a + m)%Z ->
  b' = (b + m)%Z -> Zsum f a b = Zsum g a' b'.
Proof.
  intros H -> ->. unfold Zsum. replace (b + m - (a + m) + 1)%Z with (b - a + 1)%Z by lia.
  apply nsum_ext; intros. rewrite H. f_equal; lia.
Qed.
(** A two-sided primitive: a sum that does not run backwards is a difference of its values. *)
Definition Prim f n := if Z_le_dec 0 n then Zsum f 1 n else - Zsum f (n + 1) 0.
Lemma Prim_step f q p : (p = q + 1)%Z -> Prim f p = Prim f q + f p.
Proof.
  intros ->. unfold Prim; destruct (Z_le_dec 0 (q + 1)), (Z_le_dec 0 q); try lia.
  - apply Zsum_last; lia.
  - replace q with (-1)%Z by lia. simpl (_ + _)%Z. rewrite (Zsum_first f 0 0) by lia.
    rewrite !Zsum_empty by lia. ring.
  - rewrite (Zsum_first f (q + 1) 0) by lia. ring.
Qed.
Lemma Zsum_prim f a b q : (a <= b + 1)%Z -> q = (a - 1)%Z -> Zsum f a b = Prim f b - Prim f q.
Proof.
  intros H ->. set (n := Z.to_nat (b - a + 1)). assert (b = a - 1 + Z.of_nat n)%Z by lia.
  clearbody n; subst b; clear H. induction n.
  - rewrite Zsum_empty by lia. replace (a - 1 + Z.of_nat 0)%Z with (a - 1)%Z by lia. ring.
  - replace (a - 1 + Z.of_nat (S n))%Z with (a - 1 + Z.of_nat n + 1)%Z by lia.
    rewrite Zsum_last by lia. rewrite (Prim_step f (a - 1 + Z.of_nat n)), IHn by lia. ring.
Qed.
Lemma Zsum_one a b : (a <= b + 1)%Z -> Zsum (fun _ => 1) a b = IZR b - IZR a + 1.
Proof.
  intros; unfold Zsum. assert (forall n, nsum (fun _ => 1) n = INR n).
  { induction n; [reflexivity|]. cbn [nsum]. rewrite IHn, S_INR. ring. }
  rewrite H0, INR_IZR_INZ, Z2Nat.id by lia. rewrite plus_IZR, minus_IZR. ring.
Qed.
Lemma Zsum_whole (f : int -> int) a b : exists n : int, IZR n = Zsum (fun k => IZR (f k)) a b.
Proof.
  unfold Zsum. induction (Z.to_nat (b - a + 1)) as [|m [n IH]]; [exists 0%Z; reflexivity|].
  exists (n + f (a + Z.of_nat m))%Z. cbn [nsum]. rewrite plus_IZR, IH. reflexivity.
Qed.
(** The mean of [f a, ..., f b]. *)
Definition mean (f : int -> real) (a b : int) : real := Zsum f a b / IZR (b - a + 1).

(** ** Real inner product spaces. *)
Class InnerProductSpace := {
  vec : Type; vzero : vec; vadd : vec -> vec -> vec; scal : real -> vec -> vec;
  dot : vec -> vec -> real;
  dot_add : forall a b c, dot (vadd a b) c = dot a c + dot b c;
  dot_scal : forall s a c, dot (scal s a) c = s * dot a c;
  dot_zero : forall c, dot vzero c = 0;
  dot_sym : forall a b, dot a b = dot b a;
  dot_pos : forall a, 0 <= dot a a;
  dot_ext : forall a b, (forall c, dot a c = dot b c) -> a = b }.
Definition vsub {space : InnerProductSpace} a b := vadd a (scal (-1) b).
Declare Scope vec_scope. Delimit Scope vec_scope with V. Bind Scope vec_scope with vec.
Arguments dot {_} (_ _)%V. Arguments scal {_} _%R _%V. Arguments vadd {_} (_ _)%V.
Arguments vsub {_} (_ _)%V.
Notation "a + b" := (vadd a b) : vec_scope.
Notation "a - b" := (vsub a b) : vec_scope.
Notation "s *: a" := (scal s%R a) (at level 40, left associativity) : vec_scope.
Notation norm2 a := (dot a%V a%V).
Section vectors.
  Context {space : InnerProductSpace}.
  Lemma dot_add_r a b c : dot c (vadd a b) = dot c a + dot c b.
  Proof. rewrite dot_sym, dot_add, (dot_sym a), (dot_sym b). ring. Qed.
  Lemma dot_scal_r s a c : dot c (scal s a) = s * dot c a.
  Proof. rewrite dot_sym, dot_scal, (dot_sym a). ring. Qed.
  Lemma dot_zero_r c : dot c vzero = 0.
  Proof. rewrite dot_sym, dot_zero. ring. Qed.
  Lemma dot_sub a b c : dot (vsub a b) c = dot a c - dot b c.
  Proof. unfold vsub. rewrite dot_add, dot_scal. ring. Qed.
  Lemma dot_sub_r a b c : dot c (vsub a b) = dot c a - dot c b.
  Proof. rewrite dot_sym, dot_sub, (dot_sym a), (dot_sym b). ring. Qed.
  Fixpoint nvsum (f : nat -> vec) n :=
    match n with O => vzero | S m => vadd (nvsum f m) (f m) end.
  (** The sum of the vectors [f t] over [t = a, ..., b]. *)
  Definition Vsum (f : int -> vec) a b :=
    nvsum (fun k => f (a + Z.of_nat k)%Z) (Z.to_nat (b - a + 1)).
  Lemma dot_Vsum f a b c : dot (Vsum f a b) c = Zsum (fun k => dot (f k) c) a b.
  Proof.
    unfold Vsum, Zsum. induction (Z.to_nat (b - a + 1)); simpl; [apply dot_zero|].
    rewrite dot_add, IHn. reflexivity.
  Qed.
  Lemma dot_Vsum_r f a b c : dot c (Vsum f a b) = Zsum (fun k => dot c (f k)) a b.
  Proof. rewrite dot_sym, dot_Vsum. apply Zsum_ext; intros; apply dot_sym. Qed.
  Lemma Vsum_ext f g a b : (forall k, (a <= k <= b)%Z -> f k = g k) -> Vsum f a b = Vsum g a b.
  Proof.
    intros. apply dot_ext; intros. rewrite !dot_Vsum. apply Zsum_ext; intros; rewrite H; auto.
  Qed.
End vectors.

(** ** Expectation: a positive linear functional with E 1 = 1 on the functions of the outcome.
    It is defined for all of them, as on a finite probability space. *)
Class Chance := { outcome : Type; E : (outcome -> real) -> real;
  E_plus : forall f g, E (fun o => f o + g o) = E f + E g;
  E_scal : forall c f, E (fun o => c * f o) = c * E f;
  E_one : E (fun _ => 1) = 1;
  E_le : forall f g, (forall o, f o <= g o) -> E f <= E g }.
Lemma E_ext {chance : Chance} f g : (forall o, f o = g o) -> E f = E g.
Proof. intros; apply Rle_antisym; apply E_le; intros; rewrite H; lra. Qed.
Lemma E_const {chance : Chance} c : E (fun _ => c) = c.
Proof. rewrite (E_ext _ (fun _ => c * 1)) by (intros; ring). rewrite E_scal, E_one; ring. Qed.
Lemma E_Zsum {chance : Chance} (f : int -> outcome -> real) a b :
  E (fun o => Zsum (fun k => f k o) a b) = Zsum (fun k => E (f k)) a b.
Proof.
  unfold Zsum. induction (Z.to_nat (b - a + 1)); simpl; [apply E_const|].
  rewrite E_plus, IHn. reflexivity.
Qed.
Lemma E_nonneg {chance : Chance} f : (forall o, 0 <= f o) -> 0 <= E f.
Proof. intros; rewrite <- (E_const 0); apply E_le; auto. Qed.
(** An index [r] that is uniform on [a, ..., b] and independent of all else: the law of the pair
    (outcome, r) is the product. What the statements call [mean (fun r => E (fun o => X r o)) a b]
    is the expectation of [X] under this product: *)
Program Definition with_uniform (chance : Chance) a b (_ : (a <= b)%Z) : Chance := {|
  outcome := @outcome chance * int;
  E := fun X => mean (fun r => @E chance (fun o => X (o, r))) a b |}.
Next Obligation.
  unfold mean, Rdiv. rewrite <- Rmult_plus_distr_r, <- Zsum_plus. f_equal.
  apply Zsum_ext; intros; apply E_plus.
Qed.
Next Obligation.
  unfold mean, Rdiv. rewrite <- Rmult_assoc, <- Zsum_scal. f_equal.
  apply Zsum_ext; intros; apply E_scal.
Qed.
Next Obligation.
  unfold mean. rewrite (Zsum_ext _ (fun _ => 1)), Zsum_one by (intros; try apply E_one; lia).
  rewrite plus_IZR, minus_IZR. field. rewrite <- minus_IZR, <- plus_IZR.
  apply not_0_IZR. lia.
Qed.
Next Obligation.
  unfold mean, Rdiv. apply Rmult_le_compat_r.
  - left; apply Rinv_0_lt_compat, (IZR_lt 0); lia.
  - apply Zsum_le; intros; apply E_le; auto.
Qed.

(** ** Infima. *)
Definition is_inf {A} (dom : A -> Prop) (F : A -> real) (B : real) :=
  (forall u, dom u -> B <= F u) /\ (forall m, (forall u, dom u -> m <= F u) -> m <= B).
Lemma inf_exists {A} (dom : A -> Prop) (F : A -> real) m u :
  dom u -> (forall u, dom u -> m <= F u) -> exists B, is_inf dom F B.
Proof.
  intros Hu Hm. destruct (completeness (fun y => exists u, dom u /\ y = - F u)) as [s [Hs1 Hs2]].
  - exists (- m). intros y [v [Hv ->]]. specialize (Hm v Hv). lra.
  - exists (- F u), u. auto.
  - exists (- s). split.
    + intros v Hv. assert (- F v <= s) by (apply Hs1; exists v; auto). lra.
    + intros b Hb. assert (s <= - b); [|lra]. apply Hs2. intros y [v [Hv ->]].
      specialize (Hb v Hv). lra.
Qed.

(** ** Limits of a formula as an integer in it grows. *)
Definition tends (f : int -> real) (l : real) :=
  forall eps, 0 < eps -> exists N, forall n, (N <= n)%Z -> Rabs (f n - l) < eps.
Lemma tends_const c : tends (fun _ => c) c.
Proof. intros eps H. exists 0%Z. intros. rewrite Rminus_diag_eq, Rabs_R0; auto. Qed.
Lemma tends_plus f g a b : tends f a -> tends g b -> tends (fun n => f n + g n) (a + b).
Proof.
  intros F G eps H. destruct (F (eps / 2)) as [N HN]; [lra|]. destruct (G (eps / 2)) as [M HM]; [lra|].
  exists (Z.max N M). intros n Hn. specialize (HN n ltac:(lia)). specialize (HM n ltac:(lia)).
  replace (f n + g n - (a + b)) with ((f n - a) + (g n - b)) by ring.
  eapply Rle_lt_trans; [apply Rabs_triang|lra].
Qed.
Lemma tends_scal c f a : tends f a -> tends (fun n => c * f n) (c * a).
Proof.
  intros F eps H. destruct (Req_dec c 0) as [->|Hc].
  - exists 0%Z. intros. rewrite !Rmult_0_l, Rminus_0_r, Rabs_R0; auto.
  - assert (0 < Rabs c) by (apply Rabs_pos_lt; auto).
    destruct (F (eps / Rabs c)) as [N HN]; [apply Rdiv_lt_0_compat; auto|].
    exists N. intros n Hn. rewrite <- Rmult_minus_distr_l, Rabs_mult.
    replace eps with (Rabs c * (eps / Rabs c)) by (field; lra).
    apply Rmult_lt_compat_l; auto.
Qed.
Lemma tends_ext f g a : (forall n, (1 <= n)%Z -> f n = g n) -> tends g a -> tends f a.
Proof.
  intros H G eps He. destruct (G eps He) as [N HN]. exists (Z.max 1 N). intros n Hn.
  rewrite H by lia. apply HN; lia.
Qed.
Lemma tends_value f a b : tends f a -> a = b -> tends f b.
Proof. intros; subst; auto. Qed.
Lemma tends_inv_sqrt : tends (fun n => / sqrt (IZR n)) 0.
Proof.
  intros eps He. exists (up (/ (eps * eps)) + 1)%Z. intros n Hn. rewrite Rminus_0_r.
  assert (0 < eps * eps) by nra. assert (0 < / (eps * eps)) by (apply Rinv_0_lt_compat; auto).
  assert (/ (eps * eps) < IZR n).
  { destruct (archimed (/ (eps * eps))) as [A _]. apply IZR_le in Hn. rewrite plus_IZR in Hn. lra. }
  rewrite Rabs_pos_eq by (left; apply Rinv_0_lt_compat, sqrt_lt_R0; lra).
  assert (/ eps < sqrt (IZR n)).
  { replace (/ eps) with (sqrt (/ (eps * eps))); [apply sqrt_lt_1; lra|].
    rewrite Rinv_mult. apply sqrt_square. left; apply Rinv_0_lt_compat; auto. }
  rewrite <- (Rinv_inv eps). apply Rinv_lt_contravar; auto.
  apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat; auto | apply sqrt_lt_R0; lra].
Qed.
Lemma tends_mult0 f g : tends f 0 -> tends g 0 -> tends (fun n => f n * g n) 0.
Proof.
  intros F G eps He. destruct (F (Rmin 1 eps)) as [N HN]; [apply Rmin_pos; lra|].
  destruct (G 1) as [M HM]; [lra|]. exists (Z.max N M). intros n Hn.
  specialize (HN n ltac:(lia)). specialize (HM n ltac:(lia)). rewrite Rminus_0_r in *.
  rewrite Rabs_mult. pose proof (Rmin_r 1 eps). pose proof (Rabs_pos (f n)).
  pose proof (Rabs_pos (g n)). nra.
Qed.

Lemma tends_root_power k : (1 <= k)%nat -> tends (fun n => (1 / sqrt (IZR n)) ^ k) 0.
Proof.
  intros H. induction k as [|k IH]; [lia|]. destruct k.
  - apply (tends_ext _ (fun n => / sqrt (IZR n))); [|apply tends_inv_sqrt].
    intros n Hn. simpl. unfold Rdiv. ring.
  - apply (tends_ext _ (fun n => / sqrt (IZR n) * (1 / sqrt (IZR n)) ^ S k)).
    + intros n Hn. change ((1 / sqrt (IZR n)) ^ S (S k)) with (1 / sqrt (IZR n) * (1 / sqrt (IZR n)) ^ S k).
      unfold Rdiv. ring.
    + apply tends_mult0; [apply tends_inv_sqrt | apply IH; lia].
Qed.

(** ** Recurrences and induction. *)
Definition Zrec {A} (first : A) (next : int -> A -> A) (t : int) : A :=
  nat_rect (fun _ => A) first (fun k => next (Z.of_nat k + 1)%Z) (Z.to_nat (t - 1)).
Lemma Zrec_next {A} (first : A) next t :
  (1 <= t)%Z -> Zrec first next (t + 1) = next t (Zrec first next t).
Proof.
  intros; unfold Zrec. replace (Z.to_nat (t + 1 - 1)) with (S (Z.to_nat (t - 1))) by lia.
  simpl. f_equal. lia.
Qed.
Lemma Z_ind_from (P : int -> Prop) b : P b ->
  (forall k, (b <= k)%Z -> P k -> P (k + 1)%Z) -> forall n, (b <= n)%Z -> P n.
Proof.
  intros Hb Hs n Hn. replace n with (b + Z.of_nat (Z.to_nat (n - b)))%Z by lia.
  induction (Z.to_nat (n - b)); [now rewrite Z.add_0_r|].
  replace (b + Z.of_nat (S n0))%Z with (b + Z.of_nat n0 + 1)%Z by lia. apply Hs; [lia | assumption].
Qed.

(** ** Powers. *)
Lemma powerRZ_succ x n : x <> 0 -> powerRZ x (n + 1) = powerRZ x n * x.
Proof. intros; rewrite powerRZ_add by auto. simpl (powerRZ x 1). ring. Qed.
Lemma powerRZ_succ_nat x n : (0 <= n)%Z -> powerRZ x (n + 1) = powerRZ x n * x.
Proof.
  intros. destruct n as [|q|q]; [simpl; ring| |lia]. change (Z.pos q + 1)%Z with (Z.pos (q + 1)).
  simpl powerRZ. rewrite Pos2Nat.inj_add, pow_add. simpl. ring.
Qed.
Lemma powerRZ_pred x n : x <> 0 -> powerRZ x (n - 1) = powerRZ x n / x.
Proof. intros. replace n with (n - 1 + 1)%Z at 2 by lia. rewrite powerRZ_succ by auto. field; auto. Qed.
Lemma powerRZ_minus x n m : x <> 0 -> powerRZ x (n - m) = powerRZ x n / powerRZ x m.
Proof.
  intros. replace n with (n - m + m)%Z at 2 by lia. rewrite powerRZ_add by auto. field.
  apply powerRZ_NOR; auto.
Qed.
Lemma powerRZ_double x n : x <> 0 -> powerRZ x (2 * n) = powerRZ x n * powerRZ x n.
Proof. intros. rewrite <- powerRZ_add by auto. f_equal. lia. Qed.
Lemma ln_sqrt x : 0 < x -> ln (sqrt x) = ln x / 2.
Proof.
  intros. rewrite <- (sqrt_sqrt x) at 2 by lra. rewrite ln_mult by (apply sqrt_lt_R0; auto). lra.
Qed.
Lemma ln_powerRZ x n : 0 < x -> ln (powerRZ x n) = IZR n * ln x.
Proof. intros. rewrite powerRZ_Rpower by auto. unfold Rpower. apply ln_exp. Qed.
Lemma exp_half_ln x : 0 < x -> exp (1 / 2 * ln x) = sqrt x.
Proof.
  intros. replace (1 / 2 * ln x) with (ln (sqrt x)) by (rewrite ln_sqrt by auto; lra).
  apply exp_ln, sqrt_lt_R0; auto.
Qed.
Lemma div_sqrt x : 0 <= x -> x / sqrt x = sqrt x.
Proof.
  intros [H|<-].
  - rewrite <- (sqrt_sqrt x) at 1 by lra. field. apply Rgt_not_eq, sqrt_lt_R0; auto.
  - rewrite sqrt_0. unfold Rdiv. ring.
Qed.
Lemma powerRZ_sqrt x n : 0 < x -> powerRZ x n = powerRZ (sqrt x) n * powerRZ (sqrt x) n.
Proof.
  intros. assert (sqrt x <> 0) by (apply Rgt_not_eq, sqrt_lt_R0; auto).
  rewrite <- (sqrt_sqrt x) at 1 by lra. destruct n; simpl; [ring| apply Rpow_mult_distr |].
  rewrite Rpow_mult_distr. field. apply pow_nonzero; auto.
Qed.
Lemma exp_pow x n : exp x ^ n = exp (INR n * x).
Proof.
  induction n; [simpl; rewrite Rmult_0_l, exp_0; ring|].
  rewrite S_INR; simpl pow. rewrite IHn, <- exp_plus. f_equal; ring.
Qed.
Lemma ln_pow_ x n : 0 < x -> ln (x ^ n) = INR n * ln x.
Proof. intros; rewrite <- (Rpower_pow n x) by auto. unfold Rpower. apply ln_exp. Qed.
Lemma ln_nonneg x : 1 <= x -> 0 <= ln x.
Proof.
  intros. rewrite <- ln_1. destruct H as [H|<-]; [|lra]. left. apply ln_increasing; lra.
Qed.
Lemma ln_pos x : 1 < x -> 0 < ln x.
Proof. intros. rewrite <- ln_1. apply ln_increasing; lra. Qed.

(** * Tactics. They only find proofs; what they prove is checked by the kernel. *)
Ltac vexp := repeat first
  [ rewrite dot_add | rewrite dot_add_r | rewrite dot_sub | rewrite dot_sub_r
  | rewrite dot_scal | rewrite dot_scal_r | rewrite dot_zero | rewrite dot_zero_r ].
Ltac vsym := repeat match goal with
  | |- context [dot ?a ?b] => tryif constr_eq a b then fail else
      match goal with |- context [dot b a] => rewrite (dot_sym b a) end end.
Ltac ipush := repeat first
  [ rewrite plus_IZR | rewrite minus_IZR | rewrite mult_IZR | rewrite opp_IZR ].

(** Signs by the form of an expression, with [lra] and the facts in sight for the leaves. *)
Ltac izr := match goal with
  | |- 0 < IZR ?a => apply (IZR_lt 0); lia
  | |- 0 <= IZR ?a => apply (IZR_le 0); lia
  | |- 1 <= IZR ?a => apply (IZR_le 1); lia end.
Ltac known := match goal with
  | H : forall _, _ |- _ => solve [ apply H; first [lia | lra | assumption] ]
  | H : forall _, _ |- 0 <= _ => solve [ left; apply H; first [lia | lra | assumption] ] end.
Lemma sqrt2_gt_1 : 1 < sqrt 2. Proof. rewrite <- sqrt_1 at 1. apply sqrt_lt_1; lra. Qed.
Lemma ln2_gt_half : 1 / 2 < ln 2.
Proof.
  assert (ln (/ 2) < / 2 - 1) as H.
  { assert (/ 2 <> 1) by lra. pose proof (exp_ineq1 (ln (/ 2))) as P.
    rewrite exp_ln in P by lra. assert (ln (/ 2) <> 0); [|lra].
    rewrite ln_Rinv by lra. pose proof (ln_pos 2). lra. }
  rewrite ln_Rinv in H by lra. lra.
Qed.
Lemma ln2_lt_three_quarters : ln 2 < 3 / 4.
Proof.
  rewrite <- (ln_exp (3 / 4)). apply ln_increasing; [lra|].
  replace (3 / 4) with (INR 6 * (1 / 8)) by (simpl; lra). rewrite <- exp_pow.
  pose proof (exp_ineq1_le (1 / 8)). apply Rlt_le_trans with ((9 / 8) ^ 6); [simpl; lra|].
  apply pow_incr. lra.
Qed.
Ltac roots := repeat match goal with
  | |- context [sqrt 2] => lazymatch goal with H : 1 < sqrt 2 |- _ => fail
      | _ => pose proof sqrt2_gt_1 end
  | |- context [ln 2] => lazymatch goal with H : 1 / 2 < ln 2 |- _ => fail
      | _ => pose proof ln2_gt_half; pose proof ln2_lt_three_quarters end end.
Ltac exps := repeat match goal with
  | |- context [exp ?a] => lazymatch goal with H : 0 < exp a |- _ => fail
      | _ => pose proof (exp_pos a) end end.
Lemma above_inverse a : 1 < a -> 0 < a - 1 / a.
Proof.
  intros. replace (a - 1 / a) with ((a - 1) * (a + 1) / a) by (field; lra).
  apply Rdiv_lt_0_compat; nra.
Qed.
(** The facts that are known for all indices, at the indices in sight. *)
Ltac instances := repeat match goal with
  | H : forall t, (_ <= t <= _)%Z -> forall o : ?S, _, i : BinNums.Z, o : ?S |- _ =>
      let K := constr:(H i ltac:(lia) o) in let P := type of K in let P := eval cbv beta in P in
      lazymatch goal with _ : P |- _ => fail | _ => pose proof (K : P) end
  | H : forall t, (_ <= t <= _)%Z -> _, i : BinNums.Z |- _ =>
      let K := constr:(H i ltac:(lia)) in let P := type of K in let P := eval cbv beta in P in
      lazymatch goal with _ : P |- _ => fail | _ => pose proof (K : P) end end.
Ltac wholes := repeat match goal with
  | H : (0 < ?n)%Z |- _ => lazymatch goal with _ : 0 < IZR n |- _ => fail
      | _ => pose proof (IZR_lt 0 n H) end end.
Lemma one_more a : 0 < a -> 1 < a + 1. Proof. lra. Qed.
Lemma one_and_more a : 0 < a -> 1 < 1 + a. Proof. lra. Qed.
Ltac pos := first [ assumption | izr | solve [lra] | apply exp_pos | apply sqrt_lt_R0; pos
  | known
  | apply Rmult_lt_0_compat; [pos | pos] | apply Rdiv_lt_0_compat; [pos | pos]
  | apply Rinv_0_lt_compat; pos | apply pow_lt; pos | apply powerRZ_lt; pos
  | apply Zsum_pos; [lia | intros; pos]
  | apply Rplus_lt_0_compat; [pos | pos] | apply Rplus_lt_le_0_compat; [pos | nonneg]
  | apply Rplus_le_lt_0_compat; [nonneg | pos] | unfold Rpower; apply exp_pos
  | apply ln_pos; first [lra | izr | above_one] | apply above_inverse; lra
  | solve [roots; lra] | solve [instances; lra] | solve [wholes; lra] | solve [nra] | solve [roots; exps; nra] ]
with nonneg := first [ assumption | izr | solve [lra] | apply dot_pos | apply sqrt_pos | apply Rmax_l
  | apply pow2_ge_0 | known | apply Zsum_nonneg; intros; nonneg | apply E_nonneg; intros; nonneg
  | left; apply exp_pos | left; apply powerRZ_lt; pos
  | apply Rmult_le_pos; [nonneg | nonneg] | apply Rplus_le_le_0_compat; [nonneg | nonneg]
  | apply pow_le; nonneg | left; apply Rinv_0_lt_compat; pos
  | apply ln_nonneg; first [lra | izr | (apply (IZR_le 1); lia)]
  | match goal with |- 0 <= _ / _ => apply Rmult_le_pos; [nonneg | left; apply Rinv_0_lt_compat; pos] end
  | solve [left; pos] | solve [roots; lra] | solve [instances; lra] | solve [pose proof exp_le_3; lra] | solve [nra] | solve [roots; nra] ]
with above_one := first [ apply one_more; pos | apply one_and_more; pos ].
(** A number that stands in something positive, or in a share below 1, is not zero. *)
Lemma share_below_1 u s : 0 < u + s -> u / (u + s) < 1 -> 0 < s.
Proof.
  intros A B. apply (Rmult_lt_compat_r (u + s)) in B; [|exact A].
  unfold Rdiv in B. rewrite Rmult_assoc, Rinv_l, Rmult_1_l in B by lra. lra.
Qed.
Ltac inside := let Zero := fresh in intro Zero; match goal with
  | P : 0 < ?e |- _ => rewrite Zero in P; unfold Rdiv in P;
      rewrite ?Rmult_0_l, ?Rmult_0_r, ?Rmult_0_l in P; lra
  | P : ?u / (?u + ?s) < 1 |- _ =>
      assert (0 < s) by (apply (share_below_1 u s); [pos | exact P]); lra end.
Ltac nz := repeat split; first
  [ assumption | solve [apply Rgt_not_eq, Rlt_gt; pos] | solve [lra] | solve [apply Rlt_not_eq; lra]
  | solve [roots; lra] | solve [inside] | solve [nra] ].

(** Powers with integer exponents, roots, exponentials. *)
Ltac prz := repeat match goal with
  | |- context [powerRZ ?b (?n + 1)%Z] => rewrite (powerRZ_succ_nat b n) by lia
  | |- context [powerRZ ?b (?n + 1)%Z] => rewrite (powerRZ_succ b n) by nz
  | |- context [powerRZ ?b (?n - 1)%Z] => rewrite (powerRZ_pred b n) by nz
  | |- context [powerRZ ?b (?n + (?m + 1))%Z] => rewrite (Z.add_assoc n m 1)
  | |- context [powerRZ ?b (2 * ?n)%Z] => match goal with |- context [powerRZ b n] =>
      rewrite (powerRZ_double b n) by nz end
  | |- context [powerRZ ?b (?c * 0)%Z] => rewrite (Z.mul_0_r c)
  | |- context [powerRZ ?b (?n - ?m)%Z] => rewrite (powerRZ_minus b n m) by nz
  | |- context [powerRZ ?b (?n + 2)%Z] => replace (n + 2)%Z with (n + 1 + 1)%Z by lia
  | |- context [powerRZ ?b 0%Z] => change (powerRZ b 0) with 1
  | |- context [powerRZ ?b 1%Z] => change (powerRZ b 1) with (b * 1)
  | |- context [powerRZ ?b 2%Z] => change (powerRZ b 2) with (b * (b * 1))
  | |- context [powerRZ (sqrt ?b) ?n] => match goal with |- context [powerRZ b n] =>
      rewrite (powerRZ_sqrt b n) by pos end end.
Ltac rsqrt := repeat match goal with
  | |- context [sqrt ?a] => lazymatch goal with H : sqrt a * sqrt a = a |- _ => fail
       | _ => assert (sqrt a * sqrt a = a) by (apply sqrt_sqrt; nonneg) end end.
Ltac fsq := rsqrt; match goal with
  | H1 : sqrt _ * sqrt _ = _, H2 : sqrt _ * sqrt _ = _, H3 : sqrt _ * sqrt _ = _, H4 : sqrt _ * sqrt _ = _ |- _ =>
      field [H1 H2 H3 H4]; nz
  | H1 : sqrt _ * sqrt _ = _, H2 : sqrt _ * sqrt _ = _, H3 : sqrt _ * sqrt _ = _ |- _ =>
      field [H1 H2 H3]; nz
  | H1 : sqrt _ * sqrt _ = _, H2 : sqrt _ * sqrt _ = _ |- _ => field [H1 H2]; nz
  | H1 : sqrt _ * sqrt _ = _ |- _ => field [H1]; nz end.
Ltac squares := repeat match goal with
  | |- context [sqrt ?a ^ 2] => rewrite (pow2_sqrt a) by nonneg
  | |- context [sqrt ?a * sqrt ?a] => rewrite (sqrt_sqrt a) by nonneg end.
Ltac halfexp := repeat match goal with
  | |- context [exp (1 / 2)] => match goal with |- context [exp 1] =>
      replace (exp 1) with (exp (1 / 2) * exp (1 / 2)) by (rewrite <- exp_plus; f_equal; lra) end end.
Ltac zparts := repeat first
  [ rewrite Zsum_plus | rewrite Zsum_minus | rewrite Zsum_opp | rewrite Zsum_scal ];
  first [ ring | field; nz ].
Ltac zdots := repeat match goal with
  | |- context [Zsum ?f ?a ?b] => match goal with |- context [Zsum ?g a b] =>
      tryif constr_eq f g then fail else
        replace (Zsum f a b) with (Zsum g a b)
          by (apply Zsum_ext; intros; apply Zsum_ext; intros; apply dot_sym) end end;
  first [ ring | field; nz ].
Ltac expquot := unfold Rdiv; rewrite <- ?exp_Ropp, ?Rmult_assoc, <- ?exp_plus;
  f_equal; f_equal; ipush; field; nz.
Ltac sqrtquot := rewrite ?exp_half_ln by pos; rewrite ?div_sqrt by nonneg; first [ ring | field; nz ].
Ltac zpull := match goal with
  | |- context [?c * Zsum ?g ?a ?b] => match goal with |- context [Zsum ?f a b] =>
      tryif constr_eq f g then fail else
        replace (Zsum f a b) with (c * Zsum g a b)
          by (rewrite <- Zsum_scal; apply Zsum_ext; intros; cbv beta; unfold Rdiv; ring) end end;
  unfold Rdiv; ring.
Ltac lnroots := unfold Rdiv; repeat first
  [ rewrite ln_mult by pos | rewrite ln_Rinv by pos | rewrite ln_sqrt by pos
  | rewrite ln_powerRZ by pos ]; ipush; first [ring | field; nz].
Ltac fin := prz; halfexp; ipush; first
  [ solve [ring] | solve [unfold Rdiv; ring] | solve [field; nz] | solve [squares; first [ring | field; nz]] | solve [fsq]
  | solve [squares; fsq] | solve [lnroots] | solve [zparts] | solve [zdots] | solve [sqrtquot] | solve [expquot] | solve [zpull] ].
Ltac expsplit := first [ exact exp_0 | expsplit_ ]
with expsplit_ := unfold Rdiv; rewrite ?Rinv_mult, ?Rmult_1_l, ?Rinv_1;
  repeat first [ rewrite exp_pow | rewrite <- exp_Ropp | rewrite <- exp_plus ];
  f_equal; cbn [INR]; first [ solve [ring] | solve [field; nz] ].
Lemma ln_4 : ln 4 = 2 * ln 2.
Proof. replace 4 with (2 * 2) by lra. rewrite ln_mult by lra. ring. Qed.
Ltac lnsplit := unfold Rdiv; rewrite ?ln_4; repeat first
  [ rewrite ln_mult by pos | rewrite ln_Rinv by pos | rewrite ln_exp | rewrite ln_1
  | rewrite ln_pow_ by pos ]; rewrite ?ln_4; cbn [INR]; first [ solve [ring] | solve [field; nz] ].
Ltac roots_of_numbers := apply sqrt_lem_1;
  [lra | repeat first [apply Rmult_le_pos | apply pow_le | apply sqrt_pos]; lra | rsqrt; nra].
Ltac sqrtsplit := rewrite ?sqrt_mult by nonneg; rewrite ?sqrt_div_alt by pos;
  rewrite ?sqrt_pow2 by nonneg; rewrite ?sqrt_1;
  repeat match goal with H : sqrt _ = _ |- _ => rewrite H; clear H end; first [ solve [ring] | solve [field; nz] | solve [fsq] ].

(** Sums, expectations, inner products. *)
Ltac zlinear := repeat first [ rewrite Zsum_plus | rewrite Zsum_scal ]; first [ reflexivity | ring ].
Ltac zexplicit := repeat (rewrite Zsum_first by lia; simpl Z.add); rewrite ?Zsum_empty by lia;
  cbv beta; first [ ring | (ipush; ring) ].
Ltac elinear := repeat first [ rewrite E_plus | rewrite E_scal ]; first [ reflexivity | ring ].
Ltac dotexp := vexp; first [ ring | field; nz ].
(** [A = B] by congruence, with the facts that [leaf] knows at the leaves. *)
Ltac cong leaf := first [ reflexivity | solve [leaf] | solve [lia]
  | apply Zsum_ext; intros; cong leaf | apply Vsum_ext; intros; cong leaf
  | apply E_ext; intros; cong leaf
  | solve [progress f_equal; cong leaf] ].
Ltac congr := first [ reflexivity | solve [lia]
  | apply Zsum_ext; intros; congr | apply Vsum_ext; intros; congr | apply E_ext; intros; congr
  | solve [progress f_equal; congr] | solve [ipush; lra] ].
(** The same where sums stand within sums. *)
Ltac ddeep := repeat first [ rewrite dot_add | rewrite dot_add_r | rewrite dot_sub
  | rewrite dot_sub_r | rewrite dot_scal | rewrite dot_scal_r | rewrite dot_zero
  | rewrite dot_zero_r | rewrite dot_Vsum | rewrite dot_Vsum_r ]; rewrite ?Rmult_1_l, ?Rplus_0_l;
  first [ reflexivity | solve [ring] | apply Zsum_ext; intros; ddeep | progress f_equal; ddeep ].
Ltac dpush := repeat first [ rewrite dot_add | rewrite dot_add_r | rewrite dot_sub
  | rewrite dot_sub_r | rewrite dot_scal | rewrite dot_scal_r | rewrite dot_zero
  | rewrite dot_zero_r | rewrite dot_Vsum | rewrite dot_Vsum_r ];
  first [ reflexivity | ring | field; nz | solve [rewrite ?Rmult_1_l, ?Rplus_0_l; congr] | solve [ddeep] ].
(** The term of the sum on the left, written as a law wants it. *)
Ltac shape f a b := match goal with |- Zsum ?g _ _ = _ =>
  tryif constr_eq f g then idtac
  else (transitivity (Zsum f a b); [apply Zsum_ext; intros; cbv beta; first [congr | solve [fin]] |]) end.
(** The premises of what is cited. *)
Ltac side := first [ assumption | reflexivity | lia | solve [pos] | solve [nonneg] | known
  | solve [intros; first [ reflexivity | assumption | lia | known | pos | nonneg ]] ].
Ltac cite H := let h := fresh "Cited" in pose proof H as h; cbv beta in h;
  first [ exact h
    | (eapply Rle_trans; [|eapply Rle_trans; [exact h|]]; right; congr)
    | (etransitivity; [|etransitivity; [exact h|]]; congr)
    | (eapply Rle_lt_trans; [|eapply Rlt_le_trans; [exact h|]]; right; congr)
    | (ipush; lra) ].
Ltac splitcase := match goal with
  | |- ?x = ?a \/ ?x = ?b => destruct (Req_dec x a) as [|];
      [left; assumption | right; apply (Rmult_eq_reg_l (x - a)); [nra | lra]] end.
(** A recurrence, in a goal whose definitions are local. *)
Ltac recur := match goal with |- ?w ?t = _ => unfold w; rewrite Zrec_next by lia; reflexivity
  | |- ?w ?t ?i = _ => unfold w; rewrite Zrec_next by lia; reflexivity
  | |- ?w ?t ?i ?o = _ => unfold w; rewrite Zrec_next by lia; reflexivity end.
(** Two sides that are shown to differ by nothing. *)
Ltac closed := first [ lra | (ipush; lra) ].
