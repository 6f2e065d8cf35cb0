import { useMutation } from '@tanstack/react-query';
import { ImagePlus, X } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { image } from '#constants';
import { ApiError, api, endOfSessionOr } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import type { Track } from '#ui/saving/use-pending-work.ts';
import type { MediaFolder } from '../media.contract.ts';
import * as m from '../words/messages.ts';
import { cardAddress, isStored } from './media-address.ts';

type Props = {
  label: string;
  /** The name of the form's field, by which it gets the focus. */
  name: string;
  folder: MediaFolder;
  /** The image's URL, or empty. */
  value: string;
  /** The saved record's image; the server deletes its file when the change is saved. */
  saved: string;
  onChange: (address: string) => void;
  /** Receives each upload, so that saving waits for it. */
  track: Track;
  error?: string | undefined;
};

/** Uploads an image. @returns its URL, or undefined after showing an error. */
export async function uploadImage(folder: MediaFolder, file: File): Promise<string | undefined> {
  const other = otherKind(file);
  if (other) return void toast.error(other);
  if (!file.type.startsWith('image/')) return void toast.error(m.please_select_an_image_file());
  if (file.size > image.bytes) return void toast.error(m.file_too_large());
  try {
    const answer = await api.admin.media[':folder'][':file'].$put(
      { param: { folder, file: file.name || 'image' } },
      { init: { body: file, headers: { 'content-type': file.type } } },
    );
    return (await answer.json()).url;
  } catch (error) {
    toast.error(explain(error));
    return undefined;
  }
}

/** How to convert a picture of an unsupported type; undefined for others. */
function otherKind({ name, type }: File): string | undefined {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return m.heic_pictures_have_to_be_saved();
  if (type === 'image/svg+xml' || /\.svg$/i.test(name)) return m.svg_drawings_have_to_be_saved();
  return undefined;
}

/** The server's message for a rejected file; for other failures, one by status. */
function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return m.unknown_error_occurred();
  if (error.status === 0) return m.failed_to_upload_image();
  const isOfSite = error.reason !== undefined && error.code !== 'intermediary';
  if ([413, 415, 422].includes(error.status) && isOfSite) return error.message;
  const { status, statusText } = error;
  return endOfSessionOr(error, m.upload_failed_status_status_text({ status, statusText }));
}

/** An image that can be chosen, dropped or pasted. If an upload fails, the previous image stays. */
export function ImageField({ label, name, folder, value, saved, onChange, track, error }: Props) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);

  const { mutateAsync, isPending: isBusy } = useMutation({
    async mutationFn(file: File) {
      const address = await uploadImage(folder, file);
      if (!address) return false;
      if (value !== saved) removeImage(folder, value);
      onChange(address);
      return true;
    },
  });
  const take = (file: File | undefined) => file && !isBusy && track(mutateAsync(file));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <div>
      <p className="mb-1.5 text-sm font-semibold" id={`${id}-label`}>
        {label}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of three ways; the button works for everyone. */}
      <div
        className={classNames(
          'flex min-h-24 flex-wrap items-center gap-4 rounded-md border border-dashed p-4',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        onPaste={(event) => take(event.clipboardData.files[0])}
      >
        {value && (
          <img
            src={cardAddress(value)}
            alt=""
            className={classNames(
              'h-20 w-32 rounded-sm border border-line',
              folder === 'site' ? 'object-contain' : 'object-cover',
            )}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <label
            htmlFor={id}
            className="inline-flex min-h-8 items-center gap-2 rounded-md border border-line-strong px-3 text-[0.8125rem] font-semibold focus-within:outline-2 focus-within:outline-accent hover:border-ink"
          >
            <ImagePlus className="size-4" aria-hidden="true" />
            <span id={`${id}-action`}>
              {isBusy ? m.uploading() : value ? m.replace_image() : m.choose_image()}
            </span>
            <input
              id={id}
              name={name}
              type="file"
              // HEIC and SVG files can be chosen too, so that people are told how to convert them.
              accept="image/*,.heic,.heif"
              className="sr-only"
              aria-labelledby={`${id}-label ${id}-action`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${id}-error`}
              // A disabled one would lose the focus.
              aria-disabled={isBusy || undefined}
              onClick={(event) => isBusy && event.preventDefault()}
              onChange={(event) => {
                take(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </label>
          {value && (
            <Button
              size="small"
              variant="quiet"
              disabled={isBusy}
              onClick={() => {
                if (value !== saved) removeImage(folder, value);
                onChange('');
                document.getElementById(id)?.focus();
              }}
            >
              <X className="size-4" aria-hidden="true" />
              {m.remove_image()}
            </Button>
          )}
        </div>
        <p className="w-full text-[0.8125rem] text-muted">
          {m.choose_drop_or_paste_an_image()} {m.kinds_of_pictures()}
        </p>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-[0.8125rem] text-signal" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** Deletes an uploaded file that no record uses yet. */
function removeImage(folder: MediaFolder, address: string) {
  if (!isStored(address, folder)) return;
  const file = address.split('/').at(-1) ?? '';
  api.admin.media[':folder'][':file'].$delete({ param: { folder, file } }).catch(() => undefined);
}
