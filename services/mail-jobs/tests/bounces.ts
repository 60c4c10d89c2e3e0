interface Report {
  /** The fields of each recipient, one a line. */
  recipients: readonly string[]
  /** The media type of the report's part. */
  type?: string
}

/** A mail that came back, as a mail server sends it. */
export const bounceOf = ({ recipients, type = 'message/delivery-status' }: Report): Buffer =>
  Buffer.from(
    [
      'From: MAILER-DAEMON@mx.example.com (Mail Delivery System)',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'I’m sorry to have to inform you that your message could not be delivered.',
      '',
      '--b',
      `Content-Type: ${type}`,
      '',
      'Reporting-MTA: dns; mail.community.example',
      'Arrival-Date: Fri, 27 Nov 2026 10:00:00 +0000',
      '',
      ...recipients.flatMap((fields) => [...fields.split('\n'), '']),
      '--b',
      'Content-Type: message/rfc822',
      '',
      'From: forum@community.example',
      'Subject: Digest',
      '',
      'Hello',
      '--b--',
      '',
    ].join('\r\n'),
  )
