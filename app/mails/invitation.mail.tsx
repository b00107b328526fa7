import { z } from 'zod'
import { findMailedInvitation } from '#domain/accounts/mailed-account-queries.server.ts'
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

/** What a person is invited to. */
const WORK = {
  packer: {
    subject: 'Zaproszenie do pakowania',
    preview: 'Ustaw hasło i zacznij pakować.',
    about:
      'Właściciel sklepu zaprasza Cię do pakowania paczek. Zobaczysz, co spakować i do kogo, wydrukujesz karty i etykiety, i odhaczysz wysłane.',
  },
  accountant: {
    subject: 'Zaproszenie do księgowości',
    preview: 'Ustaw hasło i czytaj dokumenty sklepu.',
    about:
      'Właściciel sklepu zaprasza Cię do wglądu w dokumenty: miesiące z plikami JPK, faktury z KSeF i ewidencję zwrotów. Niczego nie zmienisz przez pomyłkę: możesz tylko czytać i pobierać.',
  },
}

/** Invites a person to pack or to read the papers, with the link to the page where their password is set. */
export default defineMail({
  template: 'invitation',
  name: 'Zaproszenie do panelu',
  ids,
  load: (db, { tokenId }) => findMailedInvitation(db, tokenId),
  write({ id, expires_at, role }, shop) {
    const { subject, preview, about } = role === 'accountant' ? WORK.accountant : WORK.packer
    return {
      subject: `${subject} w sklepie ${shop.profile.shopName}`,
      preview,
      body: (
        <>
          <Title>{subject}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>{about}</Paragraph>
          <MailButton href={buildLinkUrl(shop, 'invitation', id)}>Ustaw hasło</MailButton>
          <Paragraph>{`Link działa raz, do ${formatDateTime(expires_at)}.`}</Paragraph>
          <Paragraph>
            Jeżeli to pomyłka, nic nie rób: bez hasła nikt się nie zaloguje. Nikomu nie przekazuj tego linku.
          </Paragraph>
        </>
      ),
    }
  },
  examples: { zaproszenie: { ...LINK, role: 'packer' }, ksiegowa: { ...LINK, role: 'accountant' } },
})
