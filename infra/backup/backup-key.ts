import { readFileSync } from 'node:fs'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { StartupError } from '#infra/startup-error.ts'

/** The key of backups: a passphrase, or an age identity (`AGE-SECRET-KEY-1...`), whose public half encrypts. */
export type BackupKey = { passphrase: string } | { identity: string }

/**
 * Cost of deriving a key from a passphrase, as a power of two: 128 MiB of memory for about a second, as OWASP advises.
 */
const SCRYPT_WORK_FACTOR = 17

/** Throws StartupError when the file holds no identity. */
export function readKeyFile(path: string): BackupKey {
  const identity = readText(path).match(/^AGE-SECRET-KEY-\S+$/m)?.[0]
  if (identity === undefined)
    throw new StartupError(
      `BACKUP_KEY_FILE prowadzi do pliku bez klucza: w ${path} nie ma linii, która zaczyna się od AGE-SECRET-KEY-.`,
    )
  return { identity }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartupError(
      `BACKUP_KEY_FILE prowadzi do nieczytelnego pliku (${error instanceof Error ? error.message : error}).`,
    )
  }
}

export async function createEncrypter(key: BackupKey): Promise<Encrypter> {
  const encrypter = new Encrypter()
  if ('passphrase' in key) {
    encrypter.setPassphrase(key.passphrase)
    encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR)
  } else {
    encrypter.addRecipient(await identityToRecipient(key.identity))
  }
  return encrypter
}

export function createDecrypter(key: BackupKey): Decrypter {
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else decrypter.addIdentity(key.identity)
  return decrypter
}
