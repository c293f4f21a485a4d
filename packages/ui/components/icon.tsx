/** The icons of these pages: sixteen by sixteen, in the colour of the text beside them. */
const drawn = {
  endpoints: 'M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9v2a4.5 4.5 0 0 1-9 0ZM8 12v2.5',
  events: 'M9 1.5 3 9.5h4.5L7 14.5l6-8H8.5Z',
  deliveries: 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5Z',
  requests: 'M5 4.5 1.5 8 5 11.5M11 4.5 14.5 8 11 11.5M9.2 2.8 6.8 13.2',
  apiKeys: 'M5 13.5a3.2 3.2 0 1 0 0-6.5 3.2 3.2 0 0 0 0 6.5ZM7.4 8 13.5 2M11 4.5l2 2',
  plus: 'M8 3v10M3 8h10',
  queue: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  proposals:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 3a2.3 2.3 0 0 1 0 4.2M12 9.8c1.6.5 2.5 1.8 2.5 3.7',
  figures: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  journal: 'M4 2.5h8.5v11H4a1.5 1.5 0 0 1-1.5-1.5V4A1.5 1.5 0 0 1 4 2.5ZM5.5 6h4.5M5.5 9h4.5',
  keeping:
    'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7l3.3 3.3',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  right: 'M6 3.5 10.5 8 6 12.5',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  lock: 'M4 7.5h8v6H4ZM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.6',
  warning: 'M8 2.2 14.4 13.5H1.6ZM8 6.5v3M8 11.6v.1',
  person: 'M8 7.5a2.8 2.8 0 1 0 0-5.5 2.8 2.8 0 0 0 0 5.5ZM2.5 14c0-2.8 2.3-4.5 5.5-4.5s5.5 1.7 5.5 4.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  refresh: 'M13.5 8A5.5 5.5 0 1 1 11.6 3.8M13.5 2v3.5H10',
  minus: 'M3 8h10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  marks: 'M3.5 14V2.5M3.5 3h8.5l-2 3 2 3H3.5',
  unclaimed: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.3 6.3a1.8 1.8 0 1 1 2.5 1.8c-.5.2-.8.5-.8 1.1M8 11.2v.1',
  turn: 'M13 8.5A5 5 0 1 1 8 3.5h3.5M9.5 1.2l2.3 2.3-2.3 2.3',
  play: 'M4.5 2.8v10.4L13 8Z',
  pause: 'M5 3v10M11 3v10',
  frameBack: 'M11.5 3.5 6 8l5.5 4.5ZM4 3.5v9',
  frameOn: 'M4.5 3.5 10 8l-5.5 4.5ZM12 3.5v9',
  sound: 'M2.5 6v4h2.5L8.5 13V3L5 6ZM11 5.8a3 3 0 0 1 0 4.4',
  silent: 'M2.5 6v4h2.5L8.5 13V3L5 6ZM11 6.2l3 3.6M14 6.2l-3 3.6',
  still: 'M2 5h3l1-1.8h4L11 5h3v8H2ZM8 11.2a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  beside: 'M2 3h12v10H2ZM8 3v10',
  download: 'M8 2v8M4.5 6.5 8 10l3.5-3.5M2.5 13.5h11',
  paper: 'M4 1.8h5.5L12.5 5v9.2H4ZM9.2 1.8V5h3.3M6 8h4.5M6 10.8h4.5',
  hand: 'M6.5 7.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM1.5 13.8c0-2.7 2.1-4.3 5-4.3 1 0 1.8.2 2.5.5M12 9.2v5M9.5 11.7h5',
} as const

export type IconName = keyof typeof drawn

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawn[name]} />
    </svg>
  )
}
