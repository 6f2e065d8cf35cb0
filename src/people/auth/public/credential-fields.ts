import { z } from 'zod';
import { minimumPasswordLength } from '#constants';
import { emailAddress } from '#platform/contract/contract-fields.ts';
import * as m from '../words/messages.ts';

const email = z.string().trim().pipe(emailAddress);
/** The password of an account that exists. */
export const currentPassword = z
  .string()
  .min(1, { error: () => m.enter_your_password() })
  .max(1_000);
const newPassword = z.string().refine((text) => [...text].length >= minimumPasswordLength, {
  error: () => m.password_too_short(),
});
const confirmed = { password: newPassword, confirmation: z.string() };

const isConfirmed = (fields: { password: string; confirmation: string }) =>
  fields.password === fields.confirmation;
const mismatch = {
  path: ['confirmation'],
  get error() {
    return m.passwords_do_not_match();
  },
  // Also while another field is invalid.
  when: () => true,
};

/** Checked in the forms, before the server is asked. */
export const signInFields = z.object({ email, password: currentPassword });
export const signUpFields = z.object({ email, password: newPassword });
export const consentFields = z.object({
  agreed: z.boolean().refine((hasAgreed) => hasAgreed, { error: () => m.agree_to_continue() }),
});
/** `withoutPassword`: for an account that has none. */
export const changeEmailFields = {
  withPassword: z.object({ email, current: currentPassword }),
  withoutPassword: z.object({ email, current: z.string() }),
};
export const resetRequestFields = z.object({ email });
/** Emails and apps show the digits in groups, as in "123 456". */
const code = z
  .string()
  .transform((text) => text.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: () => m.enter_the_six_digits() }));
/** The six digits of an email or an authenticator app. */
export const codeFields = z.object({ code });
/** The owner's proof. A trial account has none. */
export const proofFields = {
  password: z.object({ proof: currentPassword }),
  code: z.object({ proof: code }),
  nothing: z.object({ proof: z.string() }),
};
/** The same in a request: the password or, without one, an emailed code. */
export const proofOfOwner = z.strictObject({
  password: currentPassword.optional(),
  nonce: z.string().max(20).optional(),
});
export type ProofOfOwner = z.output<typeof proofOfOwner>;
export const recoveryCodeFields = z.object({
  code: z
    .string()
    .trim()
    .min(1, { error: () => m.enter_recovery_code() })
    .max(100),
});
export const resetPasswordFields = z.object(confirmed).refine(isConfirmed, mismatch);
export const changePasswordFields = z
  .object({ current: currentPassword, ...confirmed })
  .refine(isConfirmed, mismatch);
