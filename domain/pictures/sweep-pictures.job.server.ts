import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { log } from '#domain/kernel/log.ts'
import { UNUSED_MS } from './picture.ts'
import { claimUnusedPictures, forgetPicture, forgetUsedPictures } from './picture-store.server.ts'

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
      const before = new Date(moment.getTime() - UNUSED_MS.owner)
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
