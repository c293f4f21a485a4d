let hears = false

/** Whether changes of the queue are told to this page. While they are, what was read is so until something else is heard. */
export const hearing = {
  now: () => hears,
  set(now: boolean): void {
    hears = now
  },
}
