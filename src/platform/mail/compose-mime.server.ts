import type { SendMailOptions } from 'nodemailer';

/** An email as it goes over the wire. */
export async function composeMime(message: SendMailOptions): Promise<Buffer> {
  // Loaded with the first email: it takes memory that a site which sends none keeps.
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: raw } = await composer.sendMail(message);
  return raw as Buffer;
}
