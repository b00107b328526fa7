import { isReservedAddress } from '#domain/kernel/mail.ts'
import type { Env } from '#infra/env.ts'
import { createSmtpCheck, readSmtpAddress } from '#infra/mails/smtp-transport.ts'
import { broken, doubtful, type Finding, fine, nameError, type Probe } from './finding.ts'
import { checkDkim, checkDmarc, checkSpf, isKnownDomain, type NameServer } from './sender-domain.ts'

type MailSettings = Pick<Env, 'smtpUrl' | 'mailFrom' | 'dkimSelector'>

const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** The checks of the mail server, and of the sender's domain unless it is reserved for tests and examples. */
export function createMailChecks({ smtpUrl, mailFrom, dkimSelector }: MailSettings, names: NameServer): Probe[] {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const host = smtpUrl === null ? null : readSmtpAddress(smtpUrl).host
  const mailHost = host !== null && THIS_MACHINE.test(host) ? null : host
  const ask = (name: string, title: string, asked: () => Promise<Finding>): Probe => ({
    name,
    title,
    async run() {
      try {
        return (await isKnownDomain(names, domain)) ? await asked() : explainUnknown(domain)
      } catch (error) {
        return explainSilence(error)
      }
    },
  })
  return [
    { name: 'mail', title: 'Serwer poczty', run: (signal) => judgeMailServer(smtpUrl, mailFrom, signal) },
    ...(isReservedAddress(mailFrom)
      ? []
      : [
          ask('spf', 'SPF nadawcy', () => checkSpf(names, domain, mailHost)),
          ask('dkim', 'DKIM nadawcy', () => checkDkim(names, domain, dkimSelector)),
          ask('dmarc', 'DMARC nadawcy', () => checkDmarc(names, domain)),
        ]),
  ]
}

function explainUnknown(domain: string): Finding {
  return broken(`DNS nie zna domeny ${domain}`, 'popraw MAIL_FROM albo sprawdź sieć i domenę')
}

function explainSilence(error: unknown): Finding {
  return doubtful(`serwer nazw (DNS) nie odpowiada (${nameError(error)})`, 'sprawdź sieć tej maszyny i powtórz')
}

async function judgeMailServer(smtpUrl: string | null, mailFrom: string, signal: AbortSignal): Promise<Finding> {
  if (smtpUrl === null) return doubtful('wiadomości trafiają do skrzynki próbnej', 'podaj swój serwer w SMTP_URL')
  const { host, port, secure, requireTLS, auth } = readSmtpAddress(smtpUrl)
  const server = `${host}:${port}`
  try {
    await createSmtpCheck(smtpUrl).check(signal)
  } catch (error) {
    const code = nameError(error)
    return broken(
      `${server} nie przyjmie wiadomości (${code})`,
      adviseSmtp(code, error instanceof Error ? error.message : ''),
    )
  }
  if (isReservedAddress(mailFrom))
    return doubtful(`${server} odpowiada, ale adres nadawcy jest przykładowy`, 'popraw MAIL_FROM')
  const isEncrypted = secure || requireTLS
  if (!isEncrypted && !THIS_MACHINE.test(host)) {
    return doubtful(`${server} odpowiada, ale szyfrowanie nie jest wymagane`, 'dopisz do SMTP_URL ?requireTLS=true')
  }
  return fine(`${server} odpowiada${isEncrypted ? ', szyfruje' : ''}${auth ? ' i przyjmuje hasło' : ''}`)
}

/** By the codes of nodemailer. A TLS failure has the code of a socket error and is recognised by its message alone. */
function adviseSmtp(code: string, message: string): string {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'popraw nazwę i hasło w SMTP_URL'
  if (code === 'ETLS' || code === 'EREQUIRETLS')
    return 'serwer nie szyfruje: użyj smtps:// albo innego portu w SMTP_URL'
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'popraw nazwę serwera w SMTP_URL'
  if (code === 'ESOCKET' && /certificate|altnames/i.test(message)) {
    return 'certyfikat serwera jest nieważny albo na inną nazwę; wpisz do SMTP_URL nazwę, na którą go wydano'
  }
  if (code === 'ESOCKET' && /SSL|TLS/.test(message))
    return 'serwer nie szyfruje tak: zamień smtps:// i smtp:// albo port'
  return 'sprawdź nazwę i port w SMTP_URL oraz zaporę (firewall)'
}
