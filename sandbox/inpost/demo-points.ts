import lockers from '#sandbox/lockers.json' with { type: 'json' }

/** A point in the format of InPost's points API v1, with the attributes that its clients read. */
export type Point = Omit<ReturnType<typeof describe>, 'distance'> & { distance: number | null }

/** The invented lockers of lockers.json. `baseUrl` goes into their `href`. */
export function loadDemoPoints(baseUrl: string): Point[] {
  return lockers.map((locker) => describe(locker, baseUrl))
}

function describe(locker: (typeof lockers)[number], baseUrl: string) {
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
}
