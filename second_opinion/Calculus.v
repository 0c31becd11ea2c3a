(** Signs by derivatives, for the few theorems that need it; the rest does without Coquelicot. *)
Require Export Prelude.
Require Import Coquelicot.Coquelicot.
Open Scope R_scope.

Lemma mean_value f f' a b : a < b -> (forall x, a <= x <= b -> is_derive f x (f' x)) ->
  exists c, f b - f a = f' c * (b - a) /\ a <= c <= b.
Proof.
  intros L D. destruct (MVT_cor2 f f' a b L) as [c [H1 H2]].
  - intros c Hc. apply is_derive_Reals, D, Hc.
  - exists c; split; [exact H1 | lra].
Qed.
(** What is nonnegative at the left end and rises is nonnegative. *)
Lemma from_left f f' a b : a <= b -> (forall x, a <= x <= b -> is_derive f x (f' x)) ->
  0 <= f a -> (forall x, a <= x <= b -> 0 <= f' x) -> 0 <= f b.
Proof.
  intros [L| <-] D A R; [|exact A]. destruct (mean_value f f' a b L D) as [c [H1 H2]].
  specialize (R c H2). nra.
Qed.
(** What is nonnegative at the right end and falls is nonnegative. *)
Lemma from_right f f' a b : a <= b -> (forall x, a <= x <= b -> is_derive f x (f' x)) ->
  0 <= f b -> (forall x, a <= x <= b -> 0 <= - f' x) -> 0 <= f a.
Proof.
  intros [L| ->] D A R; [|exact A]. destruct (mean_value f f' a b L D) as [c [H1 H2]].
  specialize (R c H2). nra.
Qed.
(** What is nonnegative at both ends and bends downwards is nonnegative. *)
Lemma from_both f f' f'' a b x : a <= x <= b ->
  (forall x, a <= x <= b -> is_derive f x (f' x)) ->
  (forall x, a <= x <= b -> is_derive f' x (f'' x)) ->
  0 <= f a -> 0 <= f b -> (forall x, a <= x <= b -> 0 <= - f'' x) -> 0 <= f x.
Proof.
  intros [A B] D D' Ha Hb R. destruct (Rle_dec 0 (f x)) as [P|N]; [exact P|apply Rnot_le_lt in N].
  destruct A as [A| ->]; [|lra]. destruct B as [B| <-]; [|lra].
  destruct (mean_value f f' a x A) as [c [C1 C2]]; [intros; apply D; lra|].
  destruct (mean_value f f' x b B) as [e [E1 E2]]; [intros; apply D; lra|].
  assert (f' c < 0) by nra. assert (0 < f' e) by nra.
  assert (c < e) as L. { destruct (Rle_lt_or_eq_dec c e) as [L|E]; [lra|exact L|subst; lra]. }
  destruct (mean_value f' f'' c e L) as [g [G1 G2]]; [intros; apply D'; lra|].
  assert (0 <= - f'' g) by (apply R; lra). nra.
Qed.
Ltac halves := repeat match goal with H : _ /\ _ |- _ => destruct H end.
Ltac squared_exp := repeat match goal with |- context [exp (2 * ?a)] =>
  replace (exp (2 * a)) with (exp a * exp a) by (rewrite <- exp_plus; f_equal; ring) end.
Ltac derive := halves; auto_derive;
  [repeat split; first [pos | nz] | squared_exp; first [ring | field; nz]].
