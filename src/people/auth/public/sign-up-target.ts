import { createContext } from 'react-router';

/** A published item that somebody signs up for. `plan` opens it, unless every account does. */
export type SignUpTarget = {
  title: string;
  isOpenToAll: boolean;
  /** `price` is what a month costs, in the currency's minor unit. */
  plan: { name: string; price: number; currency: string } | null;
};

export type SignUpTargetServices = {
  /** Finds the item behind an address such as /prompt/{slug}. */
  find(path: string): Promise<SignUpTarget | undefined>;
  /** The name of the plan with this id. */
  planName(id: string): Promise<string | undefined>;
};

/** What somebody signs up for, for loaders. */
export const signUpTargetContext = createContext<SignUpTargetServices>();
