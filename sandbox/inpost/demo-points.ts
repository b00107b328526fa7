import { z } from 'zod'
import lockers from '#sandbox/lockers.json' with { type: 'json' }

/** A point as InPost's points API v1 words it (the attributes its clients read). */
export type Point = {
  href: string
  name: string
  type: string[]
  status: 'Operating' | 'NonOperating' | 'Disabled'
  location: { longitude: number; latitude: number }
  location_type: string
  location_description: string
  location_description_1: string | null
  location_description_2: string | null
  distance: number | null
  opening_hours: string
  address: { line1: string; line2: string }
  address_details: {
    city: string
    province: string | null
    post_code: string
    street: string
    building_number: string
    flat_number: string | null
  }
  phone_number: string | null
  payment_point_descr: string | null
  functions: string[]
  partner_id: number
  is_next: boolean
  payment_available: boolean
  payment_type: Record<string, string>
  virtual: '0' | '1'
  recommended_low_interest_box_machines_list: string[] | null
  apm_doubled: string | null
  location_247: boolean
  image_url: string | null
}

const demoLockersSchema = z.array(
  z.object({
    inpost_id: z.string(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    postal_code: z.string(),
    status: z.enum(['active', 'inactive']),
    latitude: z.number(),
    longitude: z.number(),
  }),
)

/** The invented lockers of lockers.json, described as InPost describes its own. `baseUrl` goes into their href. */
export function loadDemoPoints(baseUrl: string): Point[] {
  return demoLockersSchema.parse(lockers).map((locker) => {
    const [, street = locker.address, building = ''] = /^(.*) (\d\S*)$/.exec(locker.address) ?? []
    return {
      href: `${baseUrl}/v1/points/${locker.inpost_id}`,
      name: locker.inpost_id,
      type: ['parcel_locker'],
      status: locker.status === 'active' ? 'Operating' : 'Disabled',
      location: { longitude: locker.longitude, latitude: locker.latitude },
      location_type: 'Outdoor',
      location_description: /\((.*)\)/.exec(locker.name)?.[1] ?? '',
      location_description_1: null,
      location_description_2: null,
      distance: null,
      opening_hours: '24/7',
      address: { line1: locker.address, line2: `${locker.postal_code} ${locker.city}` },
      address_details: {
        city: locker.city,
        province: null,
        post_code: locker.postal_code,
        street,
        building_number: building,
        flat_number: null,
      },
      phone_number: null,
      payment_point_descr: 'Płatność w aplikacji lub przy odbiorze',
      functions: ['parcel', 'parcel_collect', 'parcel_send'],
      partner_id: 0,
      is_next: false,
      payment_available: true,
      payment_type: { '2': 'Payments available' },
      virtual: '0',
      recommended_low_interest_box_machines_list: null,
      apm_doubled: null,
      location_247: true,
      image_url: null,
    }
  })
}
