import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, endOfSessionOr } from '#platform/client/api-client.ts';
import { showAtField } from '#ui/forms/server-field-error.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

/** Says why settings couldn't be saved: at the field that the server names, otherwise in a toast. */
export function showSettingsRefusal<Inputs extends FieldValues, Values extends FieldValues>(
  form: UseFormReturn<Inputs, unknown, Values>,
  error: Error,
): void {
  const isAtField = showAtField(form, error) !== undefined;
  toast.error(isAtField ? common.failed_to_save_settings() : refusalWords(error));
}

function refusalWords(error: Error): string {
  const hasReason =
    error instanceof ApiError &&
    (error.status === 422 || error.status === 409 || error.code === 'reauthentication_needed');
  return hasReason
    ? m.failed_to_save_settings_message({ message: error.message })
    : endOfSessionOr(error, common.failed_to_save_settings());
}
