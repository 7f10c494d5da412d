// The server's exp, bit for bit, for arguments from -700 to 0 (docs/SPECIFICATION.md, §6). Math.exp often has another
// last bit.
//
// The method is that of glibc on a processor with fused multiply-add: exp(x) = 2^(n/128) * exp(r), where n * ln(2)/128 is
// the multiple nearest to x, and a polynomial of the remainder r gives exp(r) - 1.
'use strict';

// a * b + c, rounded once. The numbers are scaled by 2^400 to integers.
const scaled = (number) => BigInt(number * 2 ** 400);
const fusedMultiplyAdd = (a, b, c) => Number(scaled(a) * scaled(b) + (scaled(c) << 400n)) / 2 ** 800;

function squareRoot(integer) {
  let root = integer;
  for (let next = (root + 1n) >> 1n; next < root; next = (root + integer / root) >> 1n) root = next;
  return root;
}

// 2^(k/128) for k from 0 to 127, scaled by 2^400.
let step = 2n << 400n;
for (let i = 0; i < 7; i++) step = squareRoot(step << 400n);
const powers = [1n << 400n];
for (let k = 1; k < 128; k++) powers.push((powers[k - 1] * step) >> 400n);

function serverExp(x) {
  const shift = 1.5 * 2 ** 52; // a number of this size has no fraction: the sum is rounded to an integer
  const n = fusedMultiplyAdd(184.6649652337873, x, shift) - shift;
  const r = fusedMultiplyAdd(n, -1.2864023111638344e-14, fusedMultiplyAdd(n, -0.005415212348111709, x));
  const k = ((n % 128) + 128) % 128;
  const head = Number(powers[k]) / 2 ** 400;
  const tail = Number(((powers[k] - scaled(head)) << 400n) / scaled(head)) / 2 ** 400;
  const square = fusedMultiplyAdd(r, 0.16666666666665886, 0.49999999999996786);
  const fourth = fusedMultiplyAdd(r, 0.008333335853059549, 0.0416666808410674);
  const sum = fusedMultiplyAdd(r * r, square, tail + r);
  const power = head * 2 ** ((n - k) / 128);
  return fusedMultiplyAdd(power, fusedMultiplyAdd(r * r * (r * r), fourth, sum), power);
}

module.exports = { serverExp };
