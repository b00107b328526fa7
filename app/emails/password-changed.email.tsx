import { z } from 'zod'
import { findMailedAccount } from '#domain/accounts/mailed-account-queries.server.ts'
import { formatDateTime } from '#domain/text.ts'
import { defineEmail, greet } from './define-email.ts'
import { Panel, Paragraph, Title } from './email-parts.tsx'
import { ACCOUNT } from './examples.ts'

const ids = z.object({ userId: z.uuid() })

declare module '#domain/email/mail.ts' {
  interface MailTemplates {
    'password-changed': z.output<typeof ids>
  }
}

/** Warns that the password is another one now. */
export default defineEmail({
  template: 'password-changed',
  name: 'Hasło zmienione',
  ids,
  load: (db, { userId }) => findMailedAccount(db, userId),
  write: ({ first_name }, { profile, queuedAt }) => ({
    subject: `Hasło do sklepu ${profile.shopName} zostało zmienione`,
    preview: `Zmiana z ${formatDateTime(queuedAt)}.`,
    body: (
      <>
        <Title>Hasło zostało zmienione</Title>
        <Paragraph>{greet(first_name)}</Paragraph>
        <Panel title={`Nowe hasło od ${formatDateTime(queuedAt)}`}>Jeżeli to Ty, nic nie musisz robić.</Panel>
        <Paragraph>
          {`Jeżeli to nie Ty, od razu ustaw nowe hasło: w oknie logowania wybierz „Nie pamiętasz hasła?”. Możesz też napisać na adres ${profile.sellerEmail}.`}
        </Paragraph>
      </>
    ),
  }),
  examples: { konto: ACCOUNT },
})
