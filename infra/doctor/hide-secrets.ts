/** Names of variables whose value nobody may see; that of a file is only its path. */
const SECRET = /SECRET|TOKEN|PASSPHRASE|ACCESS_KEY/

/** What a driver's words might quote by chance is left alone, so that a short password hides no ordinary word. */
const SHORTEST = 6

/** Replaces every secret of these variables in a text, also the passwords of addresses. */
export function hideSecrets(text: string, source: Record<string, string | undefined>): string {
  const secrets = Object.entries(source)
    .flatMap(([name, value = '']) => (SECRET.test(name) ? [value.trim()] : listPasswords(value)))
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((one, other) => other.length - one.length)
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '[ukryte]'), text)
}

/** As it stands in an address, and as it is sent. */
function listPasswords(value: string): string[] {
  const password = URL.parse(value)?.password ?? ''
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}
