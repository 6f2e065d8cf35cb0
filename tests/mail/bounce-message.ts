type Bounce = {
  /** The bounce address of the email. */
  to: string;
  /** The raw email that bounced. */
  of: string;
  action?: string;
  status?: string;
  diagnostic?: string;
  recipient?: string;
};

/** A delivery report like Postfix's (RFC 3464). */
export function bounceOf({
  to,
  of,
  action = 'failed',
  status = '5.1.1',
  diagnostic = `550 ${status} No such user`,
  recipient = 'somebody@example.net',
}: Bounce): string {
  const headers = of.slice(0, of.indexOf('\r\n\r\n'));
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4F2A.1700000000/mx.example.net"',
    '',
    '--4F2A.1700000000/mx.example.net',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '',
    '--4F2A.1700000000/mx.example.net',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    'Arrival-Date: Sun, 22 Nov 2026 10:00:00 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.example.net',
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '    here',
    '',
    '--4F2A.1700000000/mx.example.net',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    headers,
    '',
    '--4F2A.1700000000/mx.example.net--',
    '',
  ].join('\r\n');
}
