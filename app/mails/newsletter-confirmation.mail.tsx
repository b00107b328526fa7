import { z } from 'zod'
import { NEWSLETTER_PAGE } from '#domain/newsletter/subscriber.ts'
import { buildUnsubscribeUrl, defineMail } from './define-mail.ts'
import { MailButton, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ subscriberId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'newsletter-confirmation': z.output<typeof ids>
  }
}

/** Asks the owner of an address to confirm the newsletter. */
export default defineMail({
  template: 'newsletter-confirmation',
  name: 'Zapis do newslettera do potwierdzenia',
  ids,
  load: async (_, { subscriberId }) => ({ subscriberId }),
  write: ({ subscriberId }, { profile, linkTokens, ...shop }) => ({
    unsubscribeUrl: buildUnsubscribeUrl({ profile, linkTokens, ...shop }, 'newsletter', subscriberId),
    subject: `Potwierdź zapis do newslettera sklepu ${profile.shopName}`,
    preview: 'Bez potwierdzenia nie wyślemy ani jednej wiadomości.',
    body: (
      <>
        <Title>Potwierdź zapis do newslettera</Title>
        <Paragraph>{`Ten adres podano, aby dostawać newsletter sklepu ${profile.shopName}.`}</Paragraph>
        <MailButton href={`${profile.shopUrl}${NEWSLETTER_PAGE}#${linkTokens.create('newsletter', subscriberId)}`}>
          Potwierdź zapis
        </MailButton>
        <Paragraph>
          Pod tym samym linkiem w każdej chwili wypiszesz się jednym naciśnięciem. Jeżeli to nie Twoja prośba, nic nie
          rób: bez potwierdzenia nie napiszemy.
        </Paragraph>
      </>
    ),
  }),
  examples: { zapis: { subscriberId: '6f1f9a53-5c0e-4d0f-9c77-2b7f0f3f2c11' } },
})
