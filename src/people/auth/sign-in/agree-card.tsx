import { profileQuery } from '#people/session/public/profile-query.ts';
import { askAuth, useSession } from '#people/session/public/session.tsx';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { authErrorWords } from '../public/auth-error-words.ts';
import { consentFields } from '../public/credential-fields.ts';
import * as m from '../words/messages.ts';
import { AgreeField } from './agree-field.tsx';
import { AuthCard, textLink } from './auth-card.tsx';
import { SubmitButton } from './submit-button.tsx';

/** For members who didn't come through the sign-up form. Once they have agreed, the page around it moves on. */
export function AgreeCard({ pages }: { pages: { slug: string; title: string; version: number }[] }) {
  const { signOut } = useSession();
  const { register, handleSubmit, setError, formState } = useSchemaForm(consentFields, { agreed: false });
  const { errors, isSubmitting } = formState;

  const agree = handleSubmit(async () => {
    const agreed_to = Object.fromEntries(pages.map(({ slug, version }) => [slug, version]));
    const { error } = await askAuth((client) => client.updateUser({ data: { agreed_to } }));
    if (error) return setError('root', { message: authErrorWords(error) });
    await (await loadQueryCache()).queryClient.invalidateQueries(profileQuery);
  });

  return (
    <AuthCard
      title={m.before_you_continue()}
      problem={errors.root?.message}
      foot={
        <button type="button" className={textLink} onClick={() => void signOut()}>
          {m.sign_out_one()}
        </button>
      }
    >
      <form method="post" onSubmit={agree} className="space-y-5" noValidate>
        <AgreeField pages={pages} autoFocus error={errors.agreed?.message} {...register('agreed')} />
        <SubmitButton isBusy={isSubmitting} label={common.continue_it()} busyLabel={common.saving()} />
      </form>
    </AuthCard>
  );
}
