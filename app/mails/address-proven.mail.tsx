import { z } from 'zod'
import { endedAccessSchema } from '#domain/accounts/account.ts'
import { findSecuredAccount } from '#domain/accounts/mailed-account-queries.server.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { defineMail } from './define-mail.ts'
import { ACCOUNT } from './mail-examples.ts'
import { EmailAddress, Panel, Paragraph, Title } from './mail-parts.tsx'
import { WaysIn } from './ways-in.tsx'

const ids = z.object({ userId: z.uuid(), ended: z.array(endedAccessSchema) })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'address-proven': z.output<typeof ids>
  }
}

/** Says which ways to sign in to an account ended and which stay, after its address was proven. */
export default defineMail({
  template: 'address-proven',
  name: 'Adres potwierdzony',
  ids,
  load: async (db, { userId, ended }) => ({ ...(await findSecuredAccount(db, userId)), ended }),
  write: ({ ended, ...account }, { profile, queuedAt }) => ({
    subject: `Twój adres w sklepie ${profile.shopName} jest potwierdzony`,
    preview: 'Co zmieniło się w logowaniu na konto.',
    body: (
      <>
        <Title>Adres jest potwierdzony</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Panel title={`Potwierdzony ${formatDateTime(queuedAt)}`}>
          Konto z adresem <EmailAddress of={account.email} /> należy teraz na pewno do Ciebie.
        </Panel>
        <WaysIn ended={ended} account={account} profile={profile} />
      </>
    ),
  }),
  examples: {
    'skończyło się wszystko': {
      ...ACCOUNT,
      has_google: false,
      two_factor_enabled: false,
      ended: ['sessions', 'google', 'password'],
    },
    'drugi składnik zostaje': { ...ACCOUNT, has_google: true, two_factor_enabled: true, ended: ['sessions'] },
  },
})
