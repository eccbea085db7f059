// For what need not keep up with a key that is held: the first call is obeyed at once, those that follow closely when it is
// calm again, and then once.

const calm = 120;

/** @param action called with what the last call was given */
export function whenCalm(action, clock = performance) {
  let last = -Infinity;
  let timer;
  return (...given) => {
    const now = clock.now();
    const wasCalm = now - last >= calm;
    last = now;
    clearTimeout(timer);
    timer = undefined;
    if (wasCalm) action(...given);
    else timer = setTimeout(() => action(...given), calm);
  };
}
