import { z } from 'zod'
import { findSecuredAccount } from '#domain/accounts/mailed-account-queries.server.ts'
import { formatDateTime } from '#domain/text.ts'
import { defineEmail, greet } from './define-email.ts'
import { Panel, Paragraph, TextLink, Title } from './email-parts.tsx'
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
  load: (db, { userId }) => findSecuredAccount(db, userId),
  write: ({ first_name, has_google, two_factor_enabled }, { profile, queuedAt }) => ({
    subject: `Hasło do sklepu ${profile.shopName} zostało zmienione`,
    preview: `Zmiana z ${formatDateTime(queuedAt)}.`,
    body: (
      <>
        <Title>Hasło zostało zmienione</Title>
        <Paragraph>{greet(first_name)}</Paragraph>
        <Panel title={`Nowe hasło od ${formatDateTime(queuedAt)}`}>Jeżeli to Ty, nic nie musisz robić.</Panel>
        {has_google && (
          <Paragraph>
            Do konta można nadal wejść także przez Google.{' '}
            <TextLink href={`${profile.shopUrl}/panel-klienta#konto`}>Odłącz Google w panelu klienta</TextLink>
          </Paragraph>
        )}
        {two_factor_enabled && <Paragraph>Logowanie dwuetapowe zostaje włączone.</Paragraph>}
        <Paragraph>
          {`Jeżeli to nie Ty, od razu ustaw nowe hasło: w oknie logowania wybierz „Nie pamiętasz hasła?”. Możesz też napisać na adres ${profile.sellerEmail}.`}
        </Paragraph>
      </>
    ),
  }),
  examples: {
    konto: { ...ACCOUNT, has_google: false, two_factor_enabled: false },
    'konto z Google': { ...ACCOUNT, has_google: true, two_factor_enabled: true },
  },
})
