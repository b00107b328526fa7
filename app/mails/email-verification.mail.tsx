import { z } from 'zod'
import { findMailedLink } from '#domain/accounts/mailed-account-queries.server.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { buildLinkUrl, defineMail } from './define-mail.ts'
import { LINK } from './mail-examples.ts'
import { MailButton, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ tokenId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'email-verification': z.output<typeof ids>
  }
}

/** Asks to confirm an address by a link. */
export default defineMail({
  template: 'email-verification',
  name: 'Potwierdzenie adresu e-mail',
  ids,
  load: (db, { tokenId }) => findMailedLink(db, tokenId),
  write: ({ id, expires_at }, shop) => ({
    subject: `Potwierdź adres e-mail w sklepie ${shop.profile.shopName}`,
    preview: 'Jedno kliknięcie i gotowe.',
    body: (
      <>
        <Title>Potwierdź swój adres e-mail</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Paragraph>
          Naciśnij przycisk, aby potwierdzić, że ten adres należy do Ciebie. W panelu klienta znajdziesz wtedy także
          wcześniejsze zamówienia złożone na ten adres.
        </Paragraph>
        <MailButton href={buildLinkUrl(shop, 'email-verification', id)}>Potwierdź adres</MailButton>
        <Paragraph>{`Link działa do ${formatDateTime(expires_at)}.`}</Paragraph>
        <Paragraph>Jeżeli to nie Ty masz konto w naszym sklepie, nic nie rób.</Paragraph>
      </>
    ),
  }),
  examples: { konto: LINK },
})
