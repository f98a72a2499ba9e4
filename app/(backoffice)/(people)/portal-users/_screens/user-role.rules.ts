interface Role {
  isHeld: boolean;
  /** the viewer may give it and take it */
  mayChange: boolean;
}

const rank = ({ isHeld, mayChange }: Role) => (mayChange ? 0 : isHeld ? 1 : 2);

/** Roles with those first that the viewer may change. Giving and taking one moves none: no other button comes to lie under the pointer. */
export const inOrder = <R extends Role>(roles: readonly R[]): R[] => [...roles].sort((a, b) => rank(a) - rank(b));
