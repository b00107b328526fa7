import { z } from 'zod'
import { findContactAnswer } from '#domain/contact/contact-queries.server.ts'
import { isEmailAddress } from '#domain/kernel/mail.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { MESSAGE } from './mail-examples.ts'
import { Heading, Lines, Paragraph, SmallPrint, Title } from './mail-parts.tsx'

const ids = z.object({ answerId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'contact-answer': z.output<typeof ids>
  }
}

/** The owner's answer to a message of the contact form, with the words that it answers. */
export default defineMail({
  template: 'contact-answer',
  name: 'Odpowiedź na wiadomość',
  ids,
  load: (db, { answerId }) => findContactAnswer(db, answerId),
  write: ({ answer, message, created_at }, { profile }) => ({
    subject: `Odpowiedź sklepu ${profile.shopName} na Twoją wiadomość`,
    preview: `Do wiadomości z ${formatDateTime(created_at)}.`,
    ...(isEmailAddress(profile.sellerEmail) && { replyTo: profile.sellerEmail }),
    body: (
      <>
        <Title>Odpowiedź na Twoją wiadomość</Title>
        <Paragraph>
          <Lines of={unlinked(answer).split('\n')} />
        </Paragraph>
        <Heading>{`Twoja wiadomość z ${formatDateTime(created_at)}`}</Heading>
        <SmallPrint>
          <Lines of={unlinked(message).split(/\r?\n/)} />
        </SmallPrint>
        <Paragraph>Możesz po prostu odpowiedzieć na tę wiadomość.</Paragraph>
      </>
    ),
  }),
  examples: {
    odpowiedź: {
      answer: 'Dzień dobry,\n\ntak, w przyszłym tygodniu.\n\nPozdrawiamy',
      message: MESSAGE.message,
      created_at: MESSAGE.created_at,
    },
  },
})
