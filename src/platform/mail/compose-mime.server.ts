import type { SendMailOptions } from 'nodemailer';

/** An email in the format in which it is sent. */
export async function composeMime(message: SendMailOptions): Promise<Buffer> {
  // Loaded with the first email, to save memory on sites that send none.
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: raw } = await composer.sendMail(message);
  return raw as Buffer;
}
