import { z } from 'zod'
import { findMailedLink } from '#domain/accounts/mailed-account-queries.server.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { buildLinkUrl, defineMail } from './define-mail.ts'
import { LINK } from './mail-examples.ts'
import { MailButton, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ tokenId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'password-reset': z.output<typeof ids>
  }
}

/** Leads to the page where a new password is chosen. */
export default defineMail({
  template: 'password-reset',
  name: 'Nowe hasło',
  ids,
  load: (db, { tokenId }) => findMailedLink(db, tokenId),
  write: ({ id, expires_at }, shop) => ({
    subject: `Ustaw nowe hasło do sklepu ${shop.profile.shopName}`,
    preview: 'Link działa raz, przez krótki czas.',
    body: (
      <>
        <Title>Ustaw nowe hasło</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Paragraph>Ktoś, pewnie Ty, poprosił o nowe hasło do konta z tym adresem.</Paragraph>
        <Paragraph>
          {`Link działa raz, do ${formatDateTime(expires_at)}. Po zmianie hasła wylogujemy wszystkie urządzenia.`}
        </Paragraph>
        <MailButton href={buildLinkUrl(shop, 'password-reset', id)}>Ustaw nowe hasło</MailButton>
        <Paragraph>
          Jeżeli to nie Ty, nic nie rób: obecne hasło działa dalej. Nikomu nie przekazuj tego linku.
        </Paragraph>
      </>
    ),
  }),
  examples: { konto: LINK },
})
