import { z } from 'zod'
import { buildLinkUrl, defineEmail } from './define-email.ts'
import { Button, Paragraph, Title } from './email-parts.tsx'

const ids = z.object({ tokenId: z.uuid() })

declare module '#domain/email/mail.ts' {
  interface MailTemplates {
    'email-verification': z.output<typeof ids>
  }
}

/** Asks for the click that proves an address. */
export default defineEmail({
  template: 'email-verification',
  name: 'Potwierdzenie adresu e-mail',
  ids,
  load: async (_db, { tokenId }) => tokenId,
  write: (tokenId, shop) => ({
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
        <Button href={buildLinkUrl(shop, 'email-verification', tokenId)}>Potwierdź adres</Button>
        <Paragraph>Jeżeli to nie Ty masz konto w naszym sklepie, nic nie rób.</Paragraph>
      </>
    ),
  }),
})
