import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isBackupOld } from '#domain/backups/backup.ts'
import { openBackupPlace } from '#infra/backup/backup-settings.ts'
import { findNewest, parseBackupName } from '#infra/backup/retention.ts'
import type { Env } from '#infra/env.ts'
import { type Connection, connectOnce, readObject } from '#infra/storage/s3-bucket.ts'
import type { S3Settings } from '#infra/storage/s3-settings.ts'
import { broken, doubtful, type Finding, fine, nameError, type Probe } from './finding.ts'

const MIB = 1024 * 1024
const HOUR_MS = 60 * 60_000
/** Below this many times MIN_FREE_DISK_MIB the owner should free disk space. */
const SCARCE = 4

type StorageSettings = Pick<Env, 'dataDir' | 's3' | 'backup' | 'minFreeDiskMib'>

/** The checks of storage: pictures, free disk space, backups. */
export function createStorageChecks(env: StorageSettings, now: () => Date): Probe[] {
  const { s3, dataDir, backup } = env
  const media = join(dataDir, 'media')
  const folders = [dataDir, ...(backup.to === 's3' ? [] : [backup.to])]
  return [
    {
      name: 'pictures',
      title: 'Zdjęcia',
      run: (signal) => (s3 === null ? judgeFolder(media) : judgeBucket(s3, signal)),
    },
    { name: 'disk', title: 'Miejsce na dysku', run: () => judgeRoomFor(folders, env.minFreeDiskMib) },
    { name: 'backups', title: 'Kopie zapasowe', run: () => judgeBackups(env, now()) },
  ]
}

/** Content of a probe, and part of its name: a probe that could not be removed again is recognized by it. */
const PROBE = 'proba-npm-run-doctor'

/** The start creates a missing folder, so its parent is tested. */
function findExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}

async function judgeFolder(media: string): Promise<Finding> {
  const folder = findExisting(media)
  const file = join(folder, `.${PROBE}-${randomUUID()}`)
  try {
    await writeFile(file, PROBE, { flag: 'wx' })
    const read = await readFile(file, 'utf8')
    await rm(file)
    if (read === PROBE) return fine(`zapis, odczyt i usunięcie w ${folder} się udały`)
    return broken(`folder ${folder} oddaje coś innego, niż w nim zapisano`, 'sprawdź dysk')
  } catch (error) {
    return broken(
      `w folderze ${folder} nie da się zapisać i usunąć pliku (${nameError(error)})`,
      'oddaj go użytkownikowi, jako który działa sklep (chown -R), albo zrób miejsce na dysku',
    )
  }
}

const S3_ADVICE = new Map([
  ['NoSuchBucket', 'utwórz zasobnik S3_BUCKET albo popraw jego nazwę'],
  ['InvalidAccessKeyId', 'popraw S3_ACCESS_KEY_ID'],
  ['SignatureDoesNotMatch', 'popraw S3_SECRET_ACCESS_KEY'],
  ['AccessDenied', 'daj kluczowi prawo zapisu, odczytu, usuwania i listy plików w tym zasobniku'],
])

async function judgeBucket(settings: S3Settings, signal: AbortSignal): Promise<Finding> {
  const { bucket: Bucket } = settings
  // The folder of pictures, because a key may have rights there alone.
  const object = { Bucket, Key: `products/${PROBE}-${randomUUID()}.txt` }
  try {
    const connection = await connectOnce(settings)()
    const { sdk, client } = connection
    const options = { abortSignal: signal }
    await client.send(new sdk.PutObjectCommand({ ...object, Body: PROBE }), options)
    const read = await readObject(connection, object)
    await client.send(new sdk.DeleteObjectCommand(object), options)
    if (read === null || Buffer.from(read).toString() !== PROBE) {
      return broken(`zasobnik ${Bucket} oddaje coś innego, niż w nim zapisano`, 'sprawdź S3_ENDPOINT')
    }
    return await judgeMissing(connection, object)
  } catch (error) {
    // A refusal of S3 has its code as name.
    const name = error instanceof Error && S3_ADVICE.has(error.name) ? error.name : nameError(error)
    const advice = S3_ADVICE.get(name) ?? 'sprawdź S3_ENDPOINT, S3_REGION i klucze'
    return broken(`w zasobniku ${Bucket} nie da się zapisać i usunąć pliku (${name})`, advice)
  }
}

/** Who may not list a bucket of S3 is refused what is missing there, so that no picture could be added. */
async function judgeMissing(connection: Connection, object: { Bucket: string; Key: string }): Promise<Finding> {
  try {
    await readObject(connection, object)
    return fine(`zapis, odczyt i usunięcie w zasobniku ${object.Bucket} się udały`)
  } catch (error) {
    return broken(
      `w zasobniku ${object.Bucket} nie da się stwierdzić, że pliku nie ma (${nameError(error)})`,
      'daj kluczowi także prawo do listy plików tego zasobnika (s3:ListBucket)',
    )
  }
}

async function judgeRoomFor(folders: readonly string[], minFreeMib: number): Promise<Finding> {
  const rooms = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(findExisting(folder))
      return { folder, freeMib: Math.floor((bavail * bsize) / MIB) }
    }),
  )
  const [least] = rooms.toSorted((one, other) => one.freeMib - other.freeMib)
  return least === undefined ? fine('nie ma czego mierzyć') : judgeFreeSpace(least, minFreeMib)
}

export function judgeFreeSpace({ folder, freeMib }: { folder: string; freeMib: number }, minFreeMib: number): Finding {
  const found = `wolne ${formatMib(freeMib)} (${folder})`
  if (freeMib < minFreeMib) return broken(found, 'zrób miejsce: przy tak małym sklep nie przyjmuje zamówień')
  if (freeMib < minFreeMib * SCARCE) return doubtful(found, 'zrób miejsce, zanim go zabraknie')
  return fine(found)
}

function formatMib(mib: number): string {
  return mib < 1024 ? `${mib} MiB` : `${(mib / 1024).toFixed(1).replace('.', ',')} GiB`
}

async function judgeBackups({ backup, s3 }: StorageSettings, now: Date): Promise<Finding> {
  if (backup.passphrase === null && backup.keyFile === null) {
    return doubtful('nie powstają', 'ustaw BACKUP_PASSPHRASE albo BACKUP_KEY_FILE, a do tego BACKUP_SCHEDULE')
  }
  const place = openBackupPlace(backup, s3)
  // Listing would create the folder.
  const names =
    backup.to !== 's3' && !existsSync(backup.to) ? [] : await place.list().catch((error: unknown) => ({ error }))
  if ('error' in names) {
    return broken(
      `nie da się ich odczytać w ${place.title} (${nameError(names.error)})`,
      'popraw BACKUP_TO albo jego prawa',
    )
  }
  const newest = findNewest(names)
  const madeAt = newest === undefined ? null : parseBackupName(newest)
  return judgeNewestBackup({ madeAt, title: place.title, scheduled: backup.dailyAt !== null, now })
}

export function judgeNewestBackup(newest: {
  madeAt: Date | null
  /** Where backups are kept. */
  title: string
  scheduled: boolean
  now: Date
}): Finding {
  const { madeAt, title, scheduled, now } = newest
  const cause = scheduled ? 'dlaczego, mówi panel w karcie „Kopia zapasowa”' : 'ustaw BACKUP_SCHEDULE'
  if (madeAt === null) return doubtful(`w ${title} nie ma jeszcze żadnej`, `wpisz npm run backup; ${cause}`)
  const found = `najnowsza w ${title} powstała ${formatAge(now.getTime() - madeAt.getTime())} temu`
  if (isBackupOld(madeAt, now)) return broken(found, `wpisz npm run backup; ${cause}`)
  return scheduled ? fine(found) : doubtful(found, 'ustaw BACKUP_SCHEDULE, a będą powstawać same')
}

function formatAge(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS)
  if (hours < 1) return 'niecałą godzinę'
  return hours < 48 ? `${hours} godz.` : `${Math.floor(hours / 24)} dni`
}
