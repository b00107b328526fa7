import { href } from 'react-router'
import { z } from 'zod'
import { findMailedAccount } from '#domain/accounts/mailed-account-queries.server.ts'
import { buildLinkUrl, defineMail } from './define-mail.ts'
import { ACCOUNT, LINK } from './mail-examples.ts'
import { EmailAddress, MailButton, Paragraph, TextLink, Title } from './mail-parts.tsx'

const ids = z.object({ userId: z.uuid(), tokenId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    welcome: z.output<typeof ids>
  }
}

/** Greets a new account. */
export default defineMail({
  template: 'welcome',
  name: 'Powitanie',
  ids,
  load: async (db, { userId, tokenId }) => ({ ...(await findMailedAccount(db, userId)), tokenId }),
  write: ({ email, email_verified, tokenId }, shop) => ({
    subject: `Twoje konto w sklepie ${shop.profile.shopName} jest gotowe`,
    preview: 'Zamówienia, przesyłki i opinie w jednym miejscu.',
    body: (
      <>
        <Title>Witamy w sklepie</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Paragraph>
          Konto z adresem <EmailAddress of={email} /> jest gotowe. W panelu klienta znajdziesz swoje zamówienia,
          przesyłki i opinie.
        </Paragraph>
        {!email_verified && (
          <>
            <Paragraph>Potwierdź jeszcze, że to Twój adres: kończą się wtedy ograniczenia nowych kont.</Paragraph>
            <MailButton href={buildLinkUrl(shop, 'email-verification', tokenId)}>Potwierdź adres</MailButton>
          </>
        )}
        <Paragraph>
          <TextLink href={`${shop.profile.shopUrl}${href('/sklep')}`}>Zobacz zapachy</TextLink>{' '}
          <TextLink href={`${shop.profile.shopUrl}${href('/panel-klienta')}`}>Panel klienta</TextLink>
        </Paragraph>
        <Paragraph>
          {`Jeżeli to nie Ty masz konto w naszym sklepie, napisz na adres ${shop.profile.sellerEmail}, a je usuniemy.`}
        </Paragraph>
      </>
    ),
  }),
  examples: {
    'z imieniem': { ...ACCOUNT, tokenId: LINK.id },
    'bez imienia': { ...ACCOUNT, tokenId: LINK.id, first_name: null },
  },
})
