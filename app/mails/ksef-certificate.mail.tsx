import { z } from 'zod'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { KSEF_CERTIFICATE_NAMES } from '#domain/papers/ksef/ksef-certificate.ts'
import { defineMail } from './define-mail.ts'
import { MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ kind: z.enum(['authentication', 'offline']), endsOn: z.iso.date(), hasEnded: z.boolean() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'ksef-certificate': z.output<typeof ids>
  }
}

const WITHOUT_IT = {
  authentication: 'Bez niego sklep nie zaloguje się do KSeF i faktury na firmę nie dostaną numeru.',
  offline: 'Bez niego sklep nie wyda faktury na firmę, gdy KSeF nie działa.',
} as const satisfies Record<z.output<typeof ids>['kind'], string>

/** Tells the owner that a certificate of KSeF ends, or that it has ended. */
export default defineMail({
  template: 'ksef-certificate',
  name: 'Kończy się certyfikat KSeF',
  ids,
  // The certificate may be replaced before the mail is sent.
  load: async (_db, certificate) => certificate,
  write: ({ kind, endsOn, hasEnded }, { profile }) => {
    const name = KSEF_CERTIFICATE_NAMES[kind].toLowerCase()
    const day = formatCalendarDay(endsOn)
    return {
      subject: hasEnded ? `KSeF: ${name} stracił ważność ${day}` : `KSeF: ${name} jest ważny do ${day}`,
      preview: WITHOUT_IT[kind],
      body: (
        <>
          <Title>{hasEnded ? 'Certyfikat KSeF stracił ważność' : 'Certyfikat KSeF się kończy'}</Title>
          <Paragraph>{`Sklep ${profile.shopName}: ${name} ${hasEnded ? 'był' : 'jest'} ważny do ${day}. ${WITHOUT_IT[kind]}`}</Paragraph>
          <Panel title="Co zrobić">
            {`Wystąp w aplikacji podatnika KSeF o nowy certyfikat typu ${kind === 'offline' ? 'Offline' : 'Authentication'} i wgraj go w panelu razem z kluczem.`}
          </Panel>
          <MailButton href={`${profile.shopUrl}/admin/ustawienia/ksef`}>Wgraj certyfikat</MailButton>
        </>
      ),
    }
  },
  examples: {
    'kończy się': { kind: 'authentication', endsOn: '2027-01-27', hasEnded: false },
    'stracił ważność': { kind: 'offline', endsOn: '2026-11-21', hasEnded: true },
  },
})
