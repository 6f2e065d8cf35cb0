import { useRef } from 'react';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { SettingsSections } from '#ui/forms/settings-section.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import * as common from '#ui/words/messages.ts';
import { BrandingSection } from './branding-section.tsx';
import { CardPaymentsSection } from './card-payments-section.tsx';
import { EmailSection } from './email-section.tsx';
import { LabsSection } from './labs-section.tsx';
import { OpenInSection } from './open-in-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { settingsQuery } from './public/admin-settings-query.ts';
import { SettingsFrame } from './public/settings-frame.tsx';
import { settingsLabels } from './public/settings-labels.ts';
import { RunHereSection } from './run-here-section.tsx';
import { SellingSection } from './selling-section.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { settingsForm, toInputs } from './settings-form.ts';
import { settingsWords } from './settings-words.ts';
import { SignInSection } from './sign-in-section.tsx';
import { useSettingsSave } from './use-settings-save.ts';
import { WebhookSection } from './webhook-section.tsx';

export const meta = privateMeta(common.site_settings);

export default function SettingsAdminPage() {
  return (
    <SettingsFrame title={common.site_settings()} query={settingsQuery}>
      {(settings) => (
        <SettingsSections>
          <SettingsPageForm settings={settings} />
        </SettingsSections>
      )}
    </SettingsFrame>
  );
}

function SettingsPageForm({ settings }: { settings: AdminSettings }) {
  const form = useSchemaForm(settingsForm, toInputs(settings));
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const { draft, save, isPending, conflict, question, askToRemoveKeys, confirm, dismiss } = useSettingsSave(
    form,
    settings,
  );
  const { isDirty } = form.formState;
  return (
    <form ref={place} noValidate onSubmit={(event) => void save(event)}>
      <UnsavedGuard isDirty={isDirty} discard={draft.forget} />
      <DraftNotice draft={draft} />
      <CardPaymentsSection form={form} settings={settings} isBusy={isPending} removeKeys={askToRemoveKeys} />
      <WebhookSection settings={settings} />
      <SellingSection form={form} settings={settings} />
      <BrandingSection form={form} />
      <SignInSection form={form} settings={settings} />
      <ProvidersSection form={form} settings={settings} />
      <OpenInSection form={form} />
      <RunHereSection form={form} settings={settings} />
      <LabsSection form={form} settings={settings} />
      <EmailSection form={form} settings={settings} />
      <ConflictNotice record={conflict} labels={settingsLabels} words={settingsWords} />
      <div className="sticky bottom-(--strip) z-10 border-t border-line bg-paper py-3">
        <Button type="submit" size="large" disabled={isPending || conflict.clashes !== undefined}>
          {isPending ? common.saving() : common.save_settings()}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={question !== undefined}
        onClose={dismiss}
        question={question?.title ?? ''}
        confirmLabel={question?.action ?? ''}
        isBusy={isPending}
        onConfirm={confirm}
      >
        {question?.text}
      </ConfirmDialog>
    </form>
  );
}
