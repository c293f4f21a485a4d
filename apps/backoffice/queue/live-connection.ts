let hears = false

/** Whether the page receives realtime changes. While it does, cached data is current until a change is received. */
export const hearing = {
  now: () => hears,
  set(now: boolean): void {
    hears = now
  },
}
