import { z } from 'zod'
import { findMailedLink } from '#domain/accounts/mailed-account-queries.server.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { buildLinkUrl, defineMail } from './define-mail.ts'
import { LINK } from './mail-examples.ts'
import { MailButton, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ tokenId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    invitation: z.output<typeof ids>
  }
}

/** Invites a person to pack, with the link to the page where their password is set. */
export default defineMail({
  template: 'invitation',
  name: 'Zaproszenie do pakowania',
  ids,
  load: (db, { tokenId }) => findMailedLink(db, tokenId),
  write: ({ id, expires_at }, shop) => ({
    subject: `Zaproszenie do pakowania w sklepie ${shop.profile.shopName}`,
    preview: 'Ustaw hasło i zacznij pakować.',
    body: (
      <>
        <Title>Zaproszenie do pakowania</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Paragraph>
          Właściciel sklepu zaprasza Cię do pakowania paczek. Zobaczysz, co spakować i do kogo, wydrukujesz karty i
          etykiety, i odhaczysz wysłane.
        </Paragraph>
        <MailButton href={buildLinkUrl(shop, 'invitation', id)}>Ustaw hasło</MailButton>
        <Paragraph>{`Link działa raz, do ${formatDateTime(expires_at)}.`}</Paragraph>
        <Paragraph>
          Jeżeli to pomyłka, nic nie rób: bez hasła nikt się nie zaloguje. Nikomu nie przekazuj tego linku.
        </Paragraph>
      </>
    ),
  }),
  examples: { zaproszenie: LINK },
})
