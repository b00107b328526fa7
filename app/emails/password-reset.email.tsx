import { z } from 'zod'
import { buildLinkUrl, defineEmail } from './define-email.ts'
import { Button, Paragraph, Title } from './email-parts.tsx'

const ids = z.object({ tokenId: z.uuid() })

declare module '#domain/email/mail.ts' {
  interface MailTemplates {
    'password-reset': z.output<typeof ids>
  }
}

/** Leads to the page where a new password is chosen. */
export default defineEmail({
  template: 'password-reset',
  name: 'Nowe hasło',
  ids,
  load: async (_db, { tokenId }) => tokenId,
  write: (tokenId, shop) => ({
    subject: `Ustaw nowe hasło do sklepu ${shop.profile.shopName}`,
    preview: 'Link działa raz i tylko przez krótki czas.',
    body: (
      <>
        <Title>Ustaw nowe hasło</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Paragraph>
          Ktoś, pewnie Ty, poprosił o nowe hasło do konta z tym adresem. Link działa raz i tylko przez krótki czas. Po
          zmianie hasła wylogujemy wszystkie urządzenia.
        </Paragraph>
        <Button href={buildLinkUrl(shop, 'password-reset', tokenId)}>Ustaw nowe hasło</Button>
        <Paragraph>
          Jeżeli to nie Ty, nic nie rób: obecne hasło działa dalej. Nikomu nie przekazuj tego linku.
        </Paragraph>
      </>
    ),
  }),
})
