import { z } from 'zod'
import { findMailedLink } from '#domain/accounts/mailed-account-queries.server.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { buildLinkUrl, defineMail } from './define-mail.ts'
import { LINK } from './mail-examples.ts'
import { MailButton, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ tokenId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'login-link': z.output<typeof ids>
  }
}

/** Signs in by a link, without a password. */
export default defineMail({
  template: 'login-link',
  name: 'Link do logowania',
  ids,
  load: (db, { tokenId }) => findMailedLink(db, tokenId),
  write: ({ id, expires_at }, shop) => ({
    subject: `Zaloguj się do sklepu ${shop.profile.shopName}`,
    preview: 'Link działa raz, przez krótki czas.',
    body: (
      <>
        <Title>Zaloguj się jednym kliknięciem</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Paragraph>
          {`Naciśnij przycisk, a zalogujemy Cię bez hasła. Link działa raz, do ${formatDateTime(expires_at)}.`}
        </Paragraph>
        <MailButton href={buildLinkUrl(shop, 'login-link', id)}>Zaloguj się</MailButton>
        <Paragraph>
          Nikomu nie przekazuj tego linku. Jeżeli to nie Ty chcesz się zalogować, nic nie rób: bez niego nikt nie
          wejdzie na Twoje konto.
        </Paragraph>
      </>
    ),
  }),
  examples: { konto: LINK },
})
