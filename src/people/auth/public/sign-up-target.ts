import { createContext } from 'react-router';

/** A published item that the visitor signs up for. `plan` opens it, unless every account can. */
export type SignUpTarget = {
  title: string;
  isOpenToAll: boolean;
  /** `price` is per month, in the currency's minor unit. */
  plan: { name: string; price: number; currency: string } | null;
};

export type SignUpTargetServices = {
  /** Finds the item at a path such as /prompt/{slug}. */
  find(path: string): Promise<SignUpTarget | undefined>;
  /** The name of the plan with this id. */
  planName(id: string): Promise<string | undefined>;
};

/** Finds what the visitor signs up for, for loaders. */
export const signUpTargetContext = createContext<SignUpTargetServices>();
