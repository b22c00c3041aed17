export const texts = {
  everyMoment: 'Every moment of this run',
};
