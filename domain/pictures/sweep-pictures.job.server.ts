import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { log } from '#domain/kernel/log.ts'
import { claimUnusedPictures, forgetPicture, forgetUsedPictures } from './picture-store.server.ts'

/**
 * The files of an unused picture are kept for this long, ms: open forms may still save it, and pages answered earlier
 * show it.
 */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000
/** Pictures deleted in one run. */
const MOST_AT_ONCE = 100

/** Deletes the files of unused pictures. */
export default defineScheduledJob({
  name: 'sweep-pictures',
  timeoutSeconds: 15 * 60,
  schedule: '47 3 * * *',
  async run({ db, now, pictureStorage }) {
    await forgetUsedPictures(db)
    for (;;) {
      const moment = now()
      const before = new Date(moment.getTime() - GRACE_MS)
      const claimed = await claimUnusedPictures(db, { before, most: MOST_AT_ONCE, now: moment })
      for (const imageKey of claimed) {
        await pictureStorage.delete(imageKey)
        await forgetPicture(db, imageKey)
      }
      if (claimed.length > 0) log.info('unused pictures deleted', { pictures: claimed.length })
      if (claimed.length < MOST_AT_ONCE) return
    }
  },
})
