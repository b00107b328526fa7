import { Fragment } from 'react'
import { href } from 'react-router'
import { z } from 'zod'
import { findContactMessage } from '#domain/contact/contact-queries.server.ts'
import { isEmailAddress } from '#domain/kernel/mail.ts'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { MESSAGE } from './mail-examples.ts'
import { EmailAddress, Heading, Lines, Paragraph, TextLink, Title } from './mail-parts.tsx'

const ids = z.object({ messageId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'contact-message': z.output<typeof ids>
  }
}

/** Sends a message of the contact form to the admin. An answer goes to its author. */
export default defineMail({
  template: 'contact-message',
  name: 'Wiadomość z formularza kontaktowego',
  ids,
  load: (db, { messageId }) => findContactMessage(db, messageId),
  write: ({ id, name, phone, email, message, created_at }, { profile }) => ({
    subject: `Wiadomość z formularza kontaktowego sklepu ${profile.shopName}`,
    preview: `Wysłana ${formatDateTime(created_at)}.`,
    ...(isEmailAddress(email) && { replyTo: email }),
    body: (
      <>
        <Title>Wiadomość z formularza kontaktowego</Title>
        <Paragraph>
          <Lines
            of={[
              `Imię i nazwisko: ${unlinked(name)}`,
              <Fragment key="email">
                E-mail: <EmailAddress of={email} />
              </Fragment>,
              `Telefon: ${phone === null ? 'nie podano' : unlinked(formatPhone(phone))}`,
              `Wysłano: ${formatDateTime(created_at)}`,
            ]}
          />
        </Paragraph>
        <Heading>Treść</Heading>
        <Paragraph>
          <Lines of={unlinked(message).split(/\r?\n/)} />
        </Paragraph>
        <Paragraph>
          Odpowiedź na tę wiadomość trafi do osoby, która ją napisała. Możesz też{' '}
          <TextLink href={`${profile.shopUrl}${href('/admin/wiadomosci/:id', { id })}`}>odpowiedzieć w panelu</TextLink>
          : tam widać, co czeka.
        </Paragraph>
      </>
    ),
  }),
  examples: { 'z telefonem': MESSAGE, 'bez telefonu': { ...MESSAGE, phone: null } },
})
