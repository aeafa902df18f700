// Writes times in the reader's time zone behind those in UTC.
for (const element of document.querySelectorAll('time[datetime]')) {
  const date = new Date(element.dateTime);
  if (Number.isNaN(date.getTime()) || date.getTimezoneOffset() === 0) continue;
  const part = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const isSameDay = date.getDate() === date.getUTCDate();
  const text = date.toLocaleString('en-GB', isSameDay ? part : { day: 'numeric', month: 'short', ...part });
  element.append(` (${text} your time)`);
}
