import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { describeGreenClaims, findGreenClaims } from './green-claims.ts'
import { listLabelledProducts } from './label-queries.server.ts'
import { listProductGaps } from './product-gaps.server.ts'

export default defineDuty({
  key: 'green-claims',
  title: 'Hasła o środowisku',
  why: 'Ogólne hasło o środowisku bez uznanego potwierdzenia jest nieuczciwą praktyką rynkową.',
  act: 'Dyrektywa (UE) 2024/825; ustawa o przeciwdziałaniu nieuczciwym praktykom rynkowym',
  since: '2026-09-27',
  async findGaps({ db }) {
    return listProductGaps(await listLabelledProducts(db), ({ name, description }) => {
      const claims = findGreenClaims([name, description])
      return claims.length === 0 ? null : describeGreenClaims(claims)
    })
  },
})
