import type { Transaction } from 'kysely'
import { findAdminProduct } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { changeProduct } from '#domain/catalog/admin/update-product.server.ts'
import { MOVED_PICTURES } from '#domain/catalog/moving-in/moving-in.ts'
import {
  endFetched,
  listOpenPictures,
  waitAgain,
  writeOutcome,
} from '#domain/catalog/moving-in/moving-in-store.server.ts'
import { joinPictures, PICTURES_MAX, splitPictures } from '#domain/catalog/product-pictures.ts'
import { listProductNames } from '#domain/catalog/provider/provider-product-store.server.ts'
import type { Database } from '#domain/database.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { defineRun } from '#domain/kernel/definitions.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { startOrJoinRun } from '#domain/kernel/runs/start-run.server.ts'
import { uploadPicture } from '#domain/pictures/upload-picture.server.ts'
import type { Services } from '#domain/services.ts'

/** A step begins no further picture after this time, so that its job ends before it counts as hung, ms. */
const STEP_MS = 30_000

const FAILURES: Partial<Record<string, string>> = {
  picture_address_refused: 'ten adres nie prowadzi do publicznego internetu',
  picture_unreachable: 'serwer tamtego sklepu nie odpowiada',
  picture_not_found: 'pod tym adresem nie ma zdjęcia',
  picture_too_large: 'plik ma więcej niż 5 MB',
  picture_wrong_type: 'to nie jest plik JPG, PNG ani WebP',
  picture_broken: 'plik jest uszkodzony',
  picture_too_many_pixels: 'zdjęcie ma zbyt wiele pikseli',
  picture_too_slow: 'przetwarzanie trwało zbyt długo',
  picture_storage_unavailable: 'magazyn zdjęć sklepu nie odpowiada',
}

/**
 * Fetches the pictures of moved products and gives them to the products. A fetched picture is stored with its key, so a
 * run that was killed goes on with the next one.
 */
export default defineRun({
  kind: MOVED_PICTURES,
  about: 'product',
  unavailable: 'picture_unreachable',
  async step(services, { started_by: userId }, productId) {
    const { db, now } = services
    const until = now().getTime() + STEP_MS
    for (const source of await listOpenPictures(db, productId)) {
      if (source.state !== 'waiting') continue
      if (now().getTime() > until) return { kind: 'later', seconds: 1 }
      const stored = await storePicture(services, source.url, userId)
      const outcome = stored.ok
        ? { state: 'fetched' as const, image_key: stored.value.image_key }
        : { state: 'failed' as const, failure: stored.failure.reason }
      await writeOutcome(db, source, outcome, now())
    }
    const given = await transact<null, { reason: string }>(db, (trx) =>
      givePictures({ ...services, trx, userId }, productId),
    )
    if (!given.ok) return { kind: 'later', seconds: 1 }
    const [failed] = await listOpenPictures(db, productId)
    return { kind: 'ended', failure: failed ? { reason: failed.failure ?? '', details: { url: failed.url } } : null }
  },
  listNames: listProductNames,
  describeFailure(reason, details) {
    const url = typeof details === 'object' && details !== null && 'url' in details ? ` (${details.url})` : ''
    return `Nie pobrano zdjęcia: ${FAILURES[reason] ?? 'coś poszło nie tak'}${url}.`
  },
})

async function storePicture(services: Services, url: string, userId: string | null) {
  const fetched = await services.pictureFetcher.fetch(url)
  return fetched.ok ? uploadPicture(services, { userId, picture: fetched.value }) : fetched
}

type Giving = Pick<Services, 'jobs'> & { trx: Transaction<Database>; userId: string | null }

/** Adds the fetched pictures to those of the product, as long as there is room. */
async function givePictures(
  { trx, jobs, userId }: Giving,
  productId: string,
): Promise<Result<null, { reason: string }>> {
  const fetched = (await listOpenPictures(trx, productId)).flatMap(({ image_key }) => image_key ?? [])
  await endFetched(trx, productId)
  const product = await findAdminProduct(trx, productId)
  // A product that was deleted in between shows none.
  if (!product || userId === null || fetched.length === 0) return ok(null)
  const present = joinPictures(product)
  const added = [...new Set(fetched)].filter((key) => present.every(({ image_key }) => image_key !== key))
  const pictures = [...present, ...added.map((image_key) => ({ image_key, alt: '' }))].slice(0, PICTURES_MAX)
  const changes = { ...splitPictures(pictures), version: product.version, trademarks_accepted: false }
  return added.length === 0 ? ok(null) : asNull(await changeProduct({ trx, jobs, userId }, productId, changes))
}

const asNull = <F extends { reason: string }>(done: Result<unknown, F>): Result<null, F> => (done.ok ? ok(null) : done)

/** Begins to fetch the pictures that products do not have yet; those that could not be fetched wait again. */
export async function fetchMovedPictures(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction<Database>,
  startedBy: string,
): Promise<Result<null, Busy>> {
  const ids = await waitAgain(trx)
  if (ids.length === 0) return ok(null)
  const items = ids.map((id) => ({ id, status: 'waiting' as const, failure: null }))
  return asNull(await startOrJoinRun({ jobs }, trx, { kind: MOVED_PICTURES, about: 'product', startedBy, items }))
}
