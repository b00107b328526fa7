import { href } from 'react-router'
import { z } from 'zod'
import { findMailedAccount } from '#domain/accounts/mailed-account-queries.server.ts'
import { defineEmail, greet, unlinked } from './define-email.ts'
import { Button, Paragraph, TextLink, Title } from './email-parts.tsx'
import { ACCOUNT } from './examples.ts'

const ids = z.object({ userId: z.uuid() })

declare module '#domain/email/mail.ts' {
  interface MailTemplates {
    welcome: z.output<typeof ids>
  }
}

/** Greets a new account. */
export default defineEmail({
  template: 'welcome',
  name: 'Powitanie',
  ids,
  load: (db, { userId }) => findMailedAccount(db, userId),
  write: ({ first_name, email }, { profile }) => ({
    subject: `Twoje konto w sklepie ${profile.shopName} jest gotowe`,
    preview: 'Zamówienia, przesyłki i opinie w jednym miejscu.',
    body: (
      <>
        <Title>Witamy w sklepie</Title>
        <Paragraph>{greet(first_name)}</Paragraph>
        <Paragraph>
          {`Konto z adresem ${unlinked(email)} jest gotowe. W panelu klienta znajdziesz swoje zamówienia, przesyłki i opinie.`}
        </Paragraph>
        <Button href={`${profile.shopUrl}${href('/sklep')}`}>Zobacz zapachy</Button>
        <Paragraph>
          <TextLink href={`${profile.shopUrl}${href('/panel-klienta')}`}>Panel klienta</TextLink>
        </Paragraph>
        <Paragraph>
          {`Jeżeli to nie Ty masz konto w naszym sklepie, napisz na adres ${profile.sellerEmail}, a je usuniemy.`}
        </Paragraph>
      </>
    ),
  }),
  examples: { 'z imieniem': ACCOUNT, 'bez imienia': { ...ACCOUNT, first_name: null } },
})
